import type { IncomingMessage } from 'node:http'
import fastifyCookie from '@fastify/cookie'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { TrustsProxy } from '../network/proxy-trust.ts'
import { toDecodableUrl } from '../requests/to-decodable-url.ts'

/** What an answer may depend on. A request of Fastify has it as well. */
export type PlainRequest = Pick<
  FastifyRequest,
  'headers' | 'cookies' | 'hostname' | 'ip' | 'method' | 'originalUrl' | 'socket' | 'url'
>

/** A request that Fastify has not seen, with what Fastify would find in it. Most answers need little of it. */
export class DirectRequest implements PlainRequest {
  readonly raw: IncomingMessage
  readonly method = 'GET' // all others are left to Fastify
  readonly #trusts: TrustsProxy
  #cookies: Record<string, string | undefined> | undefined

  constructor(raw: IncomingMessage, trusts: TrustsProxy) {
    this.raw = raw
    this.#trusts = trusts
  }

  get headers() {
    return this.raw.headers
  }

  get socket() {
    return this.raw.socket
  }

  get originalUrl(): string {
    return this.raw.url ?? '/'
  }

  get url(): string {
    return toDecodableUrl(this.originalUrl)
  }

  get cookies(): Record<string, string | undefined> {
    const { cookie } = this.headers
    this.#cookies ??= cookie ? fastifyCookie.parse(cookie) : {}
    return this.#cookies
  }

  get ip(): string {
    const forwarded = this.headers['x-forwarded-for'] !== undefined
    return forwarded ? proxyAddr(this.raw, this.#trusts) : (this.socket.remoteAddress ?? '')
  }

  get hostname(): string {
    const forwarded = this.headers['x-forwarded-host']
    const isTrusted = forwarded !== undefined && this.#trusts(this.socket.remoteAddress ?? '', 0)
    const host = isTrusted ? (String(forwarded).split(',').at(-1)?.trim() ?? '') : (this.headers.host ?? '')
    return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : (host.split(':', 1)[0] ?? '')
  }
}
