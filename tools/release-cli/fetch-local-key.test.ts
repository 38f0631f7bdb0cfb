import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { fetchLocalKey } from './fetch-local-key.ts'
import { runReleaseCli } from './run-release-cli.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}

/** What `preview --from` sends to a site that responds to the request for its key with `answer`. */
async function previewOn(answer: RequestListener): Promise<unknown> {
  let sent: unknown = null
  const site = await serve(async (request, response) => {
    if (request.method === 'GET') return answer(request, response)
    sent = JSON.parse(await text(request))
    response.end(JSON.stringify({ url: 'http://127.0.0.1:3000/-/preview/x', expiresAt: 0 }))
  })
  const exitCode = await runReleaseCli(['preview', 'things', '--from', 'http://localhost:3001/'], {
    environment: { RELEASE_URL: site, RELEASE_TOKEN: 'secret' },
    print: () => {},
    printError: () => {},
  })
  expect(exitCode).toBe(0)
  return sent
}

const body = { remote: 'things', from: 'http://localhost:3001/' }

test('a local preview is requested with the key that only this machine gets, which never gets the token', async () => {
  const tokens: unknown[] = []
  const proof = await serve(({ url = '', headers }, response) => {
    tokens.push(headers.authorization)
    response.writeHead(303, { location: `http:/${url}/-/previews/local?key=k` }).end()
  })
  const sent = await previewOn(({ url = '', headers }, response) => {
    tokens.push(headers.authorization)
    if (url.endsWith('?key=k')) response.end('{"key":"k"}')
    else response.writeHead(303, { location: `${proof}/${headers.host}` }).end()
  })
  expect(sent).toEqual({ ...body, key: 'k' })
  expect(tokens).toEqual([undefined, undefined, undefined])
})

test('a site that is not on this machine is not asked, because it could redirect to any port of it', async () => {
  const requested: unknown[] = []
  const site = await serve(({ url }, response) => {
    requested.push(url)
    response.end('{"key":"k"}')
  })
  expect(await fetchLocalKey(site)).toBe('k')
  expect(await fetchLocalKey(site.replace('127.0.0.1', '0.0.0.0'))).toBeNull() // an address of this machine, too
  expect(requested).toHaveLength(1)
})

test.each<[string, RequestListener]>([
  ['is older', (_request, response) => response.writeHead(404).end('{"code":"not-found"}')],
  [
    'is behind a proxy',
    (_request, response) => response.writeHead(303, { location: 'http://127.0.0.1:1/' }).end(),
  ],
])('a site that %s gets none, and says itself whether it needs one', async (_what, answer) => {
  expect(await previewOn(answer)).toEqual(body)
})
