import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** A folder and the path, with a slash at both ends, below which it is served. */
export interface StaticFolder {
  readonly prefix: string
  readonly folder: string
}

/** A page, with the `Link` header of its response; null: none. */
export interface StaticPage {
  readonly html: string
  readonly links: string | null
}

/** Responses that don't come from files. */
export interface StaticResponses {
  /** The page, at every path without a file extension; a function chooses it by path and cookies. */
  readonly page: string | ((path: string, cookies: string) => StaticPage)
  /** JSON by path. */
  readonly json: Readonly<Record<string, unknown>>
}

/** A running server. */
export interface StaticServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  stop(): Promise<void>
}

interface Body {
  readonly type: string
  readonly bytes: Buffer
  readonly caching: string
  readonly links?: string | null
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
}
const compressedCopies = ['.br', '.gz']

/**
 * Serves files as the product's server does: HTTP/1.1, compressed with brotli in advance and kept in memory, files
 * immutable and the page not cached.
 */
export async function startStaticServer(
  folders: readonly StaticFolder[],
  { page, json }: StaticResponses,
): Promise<StaticServer> {
  const bodies = new Map(folders.flatMap(readFolder))
  for (const [path, value] of Object.entries(json)) {
    bodies.set(path, compress('.json', Buffer.from(JSON.stringify(value)), 'no-store'))
  }
  const pages = new Map<string, Body>()
  const getPage = (path: string, cookies: string): Body => {
    const { html, links } = typeof page === 'string' ? { html: page, links: null } : page(path, cookies)
    const body = pages.get(html) ?? { ...compress('.html', Buffer.from(html), 'no-cache'), links }
    pages.set(html, body)
    return body
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const body =
      bodies.get(path) ?? (extname(path) === '' ? getPage(path, request.headers.cookie ?? '') : undefined)
    if (body === undefined) {
      response.writeHead(404).end()
      return
    }
    const { type, bytes, caching, links } = body
    response.writeHead(200, {
      'content-type': type,
      'content-encoding': 'br',
      'content-length': bytes.length,
      'cache-control': caching,
      ...(links && { link: links }),
    })
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free on 127.0.0.1.')
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { origin: `http://127.0.0.1:${address.port}`, stop }
}

function readFolder({ prefix, folder }: StaticFolder): [path: string, Body][] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !compressedCopies.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [
      prefix + relative(folder, file),
      compress(extname(file), readFileSync(file), 'public, max-age=31536000, immutable'),
    ])
}

function compress(extension: string, bytes: Buffer, caching: string): Body {
  return { type: types[extension] ?? 'application/octet-stream', bytes: brotliCompressSync(bytes), caching }
}
