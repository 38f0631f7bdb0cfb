import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import pino from 'pino'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApiClient } from '../testing/api-client.ts'
import { describeWithServer } from '../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../testing/rollout-site.ts'
import { password, signUp } from '../testing/sign-up.ts'
import { handleErrors } from './handle-errors.ts'
import { loggerOptions } from './logger.ts'
import { type ErrorCode, errors, Problem } from './problems/errors.ts'
import {
  isSecurityReason,
  logSecurityEvents,
  type SecurityReason,
  securityEvents,
} from './security-events.ts'

const LineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    msg: v.literal('security event'),
    security: v.strictObject({
      event: v.picklist(Object.values(securityEvents)),
      reason: v.pipe(v.string(), v.check(isSecurityReason)),
      path: v.nullable(v.pipe(v.string(), v.regex(/^\/[-\w./:*]*$/))),
      network: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{22}$/))),
      count: v.pipe(v.number(), v.minValue(1)),
    }),
  }),
)
const parseLines = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('security event')).map((line) => v.parse(LineSchema, line).security)

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)
const expected: readonly number[] = [401, 403, 408, 429]
/** Rejections that are part of ordinary use. */
const ordinary: readonly ErrorCode[] = ['not-signed-in', 'key-invalid']

test('every error that rejects a caller is a security event, or ordinary', () => {
  const rejecting = Object.entries(errors).filter(([, { status }]) => expected.includes(status))
  const missing = rejecting.map(([code]) => code).filter((code) => !isSecurityReason(code))
  expect(missing.toSorted()).toEqual(ordinary.toSorted())
})

test('the guide lists every event with its reasons, and no others', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/watch-the-site.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `([a-z-]+\.[a-z]+)` \| `([a-z-]+)` \|/gm)]
  expect(rows.map(([, event, reason]) => [reason, event])).toEqual(Object.entries(securityEvents))
})

describe('the log of security events', () => {
  let app: FastifyInstance
  let lines: string[]
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    lines = []
    const log: FastifyBaseLogger = pino(loggerOptions, { write: (line: string) => lines.push(line) })
    app = Fastify({ loggerInstance: log })
    logSecurityEvents(app, { secrets: ['s'.repeat(32)] })
    handleErrors(app, { isUnavailable: () => false, getWriteFailure: () => null })
    app.get<{ Params: { reason: string } }>('/reject/:reason', async (request) => {
      const { reason } = request.params
      if (!isSecurityReason(reason)) throw new Problem('not-found')
      if (isErrorCode(reason)) throw new Problem(reason)
      request.server.reportSecurityEvent(request, reason)
      return {}
    })
  })
  afterEach(async () => {
    await app.close()
    vi.useRealTimers()
  })
  const reject = (reason: string, remoteAddress = '203.0.113.7') =>
    app.inject({ url: `/reject/${reason}?email=ada@example.com`, remoteAddress })

  test('every reason is logged in the same format', async () => {
    for (const reason of Object.keys(securityEvents)) await reject(reason)
    expect(parseLines(lines).map(({ reason, event }) => [reason, event])).toEqual(
      Object.entries(securityEvents),
    )
    expect(new Set(parseLines(lines).map(({ path }) => path))).toEqual(new Set(['/reject/:reason']))
    for (const secret of ['203.0.113', 'example']) expect(lines.join()).not.toContain(secret)
  })

  test('equal rejections within a minute are counted, and other networks are distinguished', async () => {
    for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.7', '198.51.100.7'])
      await reject('token-invalid', address)
    expect(parseLines(lines).map(({ count }) => count)).toEqual([1, 1])
    vi.advanceTimersByTime(60_000)
    expect(parseLines(lines).map(({ count }) => count)).toEqual([1, 1, 2])
    await reject('token-invalid')
    expect(parseLines(lines)).toHaveLength(4)
  })

  test('a flood from many networks writes a bounded number of lines that still has every rejection', async () => {
    for (let at = 0; at < 1_000; at += 1) await reject('too-many-requests', `10.0.${at >> 8}.${at & 255}`)
    vi.advanceTimersByTime(60_000)
    const logged = parseLines(lines)
    expect(logged.length).toBeLessThan(310)
    expect(logged.reduce((sum, { count }) => sum + count, 0)).toBe(1_000)
  })
})

describeWithServer('security events of the site', (server) => {
  test('rejected sign-ins, links, tokens and origins are logged without personal data', async () => {
    const { visitor, email, username } = await signUp(server())
    await publishSite(server(), 'one')
    const stranger = server().browser()
    const wrong = 'a wrong password'
    await stranger.post(accountPaths.signIn, { login: email, password: wrong })
    await visitor.post(accountPaths.changePassword, { currentPassword: wrong, newPassword: password })
    await visitor.post(accountPaths.verify, { code: '000000' })
    await stranger.get(`${accountPaths.reset}?token=${'x'.repeat(43)}`)
    await stranger.get('/-/preview/forged.link')
    await stranger.post(accountPaths.signIn, { login: email, password }, { origin: 'https://evil.example' })
    await createApiClient(server(), undefined).get('/-/tokens')
    await createApiClient(server(), 'forged-token').get('/-/tokens')
    await (await createRolloutClient(server()).with('read')).get('/-/tokens')
    const reasons: SecurityReason[] = [
      'sign-in-failed',
      'password-incorrect',
      'code-invalid',
      'link-expired',
      'preview-expired',
      'origin-not-allowed',
      'token-missing',
      'token-invalid',
      'insufficient-scope',
    ]
    const logged = parseLines(server().logged)
    expect(logged.map(({ reason }) => reason)).toEqual(expect.arrayContaining(reasons))
    const log = server().logged.join('\n').toLowerCase()
    for (const secret of [email, username, password, wrong, 'forged', 'evil.example', '127.0.0.1'])
      expect(log).not.toContain(secret.toLowerCase())
  })

  test('a limit that is exceeded is logged', async () => {
    const login = { login: 'nobody', password: 'a wrong password' }
    let status = 0
    for (let at = 0; at < 200 && status !== 429; at += 1)
      status = (await server().browser().post(accountPaths.signIn, login, { address: '203.0.113.9' }))
        .statusCode
    expect(parseLines(server().logged)).toContainEqual(
      expect.objectContaining({ event: 'limit.exceeded', reason: 'too-many-requests' }),
    )
  })
})
