import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAtStartup } from './rollouts/startup/publish-at-startup.ts'
import { readAdminToken } from './testing/api-client.ts'
import {
  createGrowthMeter,
  type HostileRequest,
  kinds,
  type Probe,
  repeat,
  sendHostile,
} from './testing/growth.ts'
import { listReleaseProbes, writeHarmless } from './testing/hostile-releases.ts'
import { createBrowsers } from './testing/load-reports.ts'
import { createRolloutClient } from './testing/rollout-site.ts'
import { signUpAndVerify } from './testing/sign-up.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const headerSizes = [3_500, 14_000] // Node refuses 16 kB
const bodySizes = [15_000, 60_000] // the site refuses 64 kB
const patience = { timeout: 3_600_000 }

/** What the server reads of a request, each with the beginnings after which it reads on. */
const headers: Readonly<Record<string, readonly string[]>> = {
  accept: ['text/html;q='],
  'accept-encoding': ['gzip', 'br;q='],
  'accept-language': ['en;q='],
  authorization: ['Bearer ', 'Basic '],
  'available-dictionary': [':'],
  'content-type': ['application/json;', 'multipart/form-data; boundary='],
  cookie: [
    'a=',
    'portico_preview=',
    'portico_visitor=',
    'portico_device=',
    'portico_report=',
    'better-auth.session_token=',
  ],
  forwarded: ['for='],
  'if-none-match': ['"', 'W/"'],
  'if-modified-since': [''],
  origin: ['http://'],
  range: ['bytes=0-'],
  referer: ['http://127.0.0.1/'],
  'sec-fetch-site': [''],
  'sec-gpc': [''],
  'user-agent': ['', 'Mozilla/5.0 (', 'Version/', 'Chrome/'],
  via: ['1.1 '],
  'x-forwarded-for': ['203.0.113.7, '],
  'x-forwarded-host': [''],
  'x-forwarded-proto': [''],
}

let database: TestDatabase
let server: TestServer
let port: number
let report: Awaited<ReturnType<typeof createReport>>
const routes: { readonly method: string; readonly url: string }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const listen = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      ({ method, url }: RouteOptions) => {
        for (const name of [method].flat()) if (name !== 'HEAD') routes.push({ method: name, url })
      },
    )
  subscribe('fastify.initialization', listen)
  server = await startTestServer(database, { REMOTE_MAX_RELEASES: '10000', REMOTE_MAX_MB: '10000' })
  unsubscribe('fastify.initialization', listen)
  const dist = join(database.dataDir, 'dist')
  writeHarmless(dist)
  await publishAtStartup(dist, server)
  report = await createReport()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const visit = () => sendHostile(port, { method: 'GET', path: '/new', headers: {} })

/** A request of a signed-in visitor with the admin's token to a route, with this in place of each parameter. */
function createRequest(route: (typeof routes)[number], cookie: string) {
  const isReport = route.url === paths.beacon
  const type = isReport ? 'text/plain' : 'application/json'
  return (changes: Partial<HostileRequest>, parameter?: string): HostileRequest => {
    const values: Readonly<Record<string, string>> = {
      ':remote': 'new',
      ':app': 'new',
      ':version': released,
      ':id': released,
      '*': 'new',
    }
    const path = route.url.replace(/:[a-z]+|\*/g, (name) => parameter ?? values[name] ?? 'remote.js')
    const body = route.method === 'GET' ? {} : { body: isReport ? report.body : '{}' }
    return {
      method: route.method,
      path,
      ...body,
      ...changes,
      headers: {
        cookie: `${cookie}; ${report.cookie}`,
        authorization: `Bearer ${readAdminToken(server)}`,
        origin: new URL(server.configuration.publicUrl).origin,
        ...(route.method !== 'GET' && { 'content-type': type }),
        ...changes.headers,
      },
    }
  }
}

const released = '1.0.0-0a1b2c3d'

/** A load report that counts, because a rollout is in progress. */
async function createReport() {
  const client = createRolloutClient(server)
  const { id } = await client.start('new', await client.publish('new', '1.1.0'))
  const rollout = await client.step(id, 'advance')
  const browsers = createBrowsers(server, rollout)
  const visitor = browsers.visitor('canary', rollout.share, '127.0.0.1')
  const token = await browsers.openPage(visitor)
  const body = { schemaVersion: 2, token, revision: 1, loads: [browsers.load('canary')] }
  return { body: JSON.stringify(body), cookie: visitor.cookie }
}

/** The fields that a route misses in an empty body. */
async function listFields(request: HostileRequest): Promise<readonly string[]> {
  const response = await sendHostile(port, { ...request, body: '{}' })
  const [found] = /\{.*\}$/s.exec(response) ?? []
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.object({ fields: v.record(v.string(), v.unknown()) })),
    found,
  )
  return parsed.success ? Object.keys(parsed.output.fields) : ['text']
}

type Create = ReturnType<typeof createRequest>

function* listProbes(name: string, create: Create, fields: readonly string[]): Generator<Probe> {
  const probe = (
    place: string,
    sizes: readonly number[],
    request: (size: number) => HostileRequest,
  ): Probe => ({
    name: `${name}: ${place}`,
    sizes,
    send: (size) => sendHostile(port, request(size)),
  })
  const isRead = create({}).method === 'GET'
  for (const kind of kinds) {
    const what = `${JSON.stringify(kind)} in`
    yield probe(`${what} the path`, headerSizes, (size) => create({}, repeat(kind, size / 3)))
    yield probe(`${what} the query`, headerSizes, (size) =>
      create({ path: `${create({}).path}?${repeat(kind, size / 3)}` }),
    )
    for (const [header, beginnings] of Object.entries(headers))
      for (const beginning of beginnings)
        yield probe(`${what} ${header}: ${beginning}`, headerSizes, (size) =>
          create({
            headers: { [header]: `${beginning}${Buffer.from(repeat(kind, size)).toString('latin1')}b` },
          }),
        )
    if (isRead) {
      for (const parameter of ['q', 'next', 'token', 'code', 'remote', 'path'])
        yield probe(`${what} ?${parameter}=`, headerSizes, (size) =>
          create({ path: `${create({}).path}?${parameter}=${encodeURIComponent(repeat(kind, size / 9))}` }),
        )
      continue
    }
    for (const field of fields) {
      yield probe(`${what} ${field}`, bodySizes, (size) =>
        create({ body: JSON.stringify({ [field]: repeat(kind, size) }) }),
      )
      yield probe(`${what} ${field} of a form`, bodySizes, (size) =>
        create({
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ [field]: repeat(kind, size / 3) }).toString(),
        }),
      )
    }
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'text/plain',
    ])
      yield probe(`${what} a body of ${type}`, bodySizes, (size) =>
        create({ headers: { 'content-type': type }, body: repeat(kind, size) }),
      )
  }
  yield probe('many headers', headerSizes, (size) =>
    create({
      headers: Object.fromEntries(Array.from({ length: Math.ceil(size / 16) }, (_, at) => [`x-${at}`, 'a'])),
    }),
  )
  yield probe('many parameters', headerSizes, (size) =>
    create({
      path: `${create({}).path}?${Array.from({ length: Math.ceil(size / 8) }, (_, at) => `a${at}=1`).join('&')}`,
    }),
  )
}

test('a quadratic expression in a route is found', patience, async () => {
  const app = Fastify()
  app.get('/', ({ headers: { cookie = '' } }) => cookie.split(/\s*;\s*/).length)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port: other } = app.server.address() as AddressInfo
  const meter = createGrowthMeter(async () => {})
  for (const kind of [' ', 'a'])
    await meter.add({
      name: kind,
      sizes: headerSizes,
      send: (size) =>
        sendHostile(other, { method: 'GET', path: '/', headers: { cookie: `a${repeat(kind, size)}b` } }),
    })
  expect(meter.listSuperlinear()).toEqual([expect.stringContaining(' , 14000 bytes')])
  await app.close()
})

test('no request keeps the main thread busy for longer than it is long', patience, async () => {
  const meter = createGrowthMeter(visit)
  for (const route of routes) {
    // Requests may end the session, or remove the account.
    const { visitor } = await signUpAndVerify(server)
    const create = createRequest(route, visitor.cookieHeader())
    const fields = route.method === 'GET' ? [] : await listFields(create({}))
    for (const probe of listProbes(`${route.method} ${route.url}`, create, fields)) await meter.add(probe)
  }
  console.log(meter.summarize())
  expect(meter.listSuperlinear()).toEqual([])
})

test('nor does an upload, or a page of it in a preview', patience, async () => {
  const meter = createGrowthMeter(visit)
  for (const probe of listReleaseProbes(server))
    if (/data-filter-rows|after <style>|many pages|after <p title/.test(probe.name)) await meter.add(probe)
  console.log(meter.summarize())
  expect(meter.listSuperlinear()).toEqual([])
})
