import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

const token = {
  id: 't1',
  name: 'on duty',
  scopes: ['switch:things'],
  createdAt: 0,
  expiresAt: 0,
  lastUsedAt: null,
}
const state = {
  remote: 'things',
  stable: null,
  fallback: null,
  off: 'x',
  frozen: null,
  revision: 1,
  note: null,
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Runs `mcp` with these requests on stdin, on a site that knows the token and one remote. */
async function serve(flags: readonly string[], requests: readonly object[]) {
  const server = createServer((request, response) => {
    if (request.url === '/-/tokens/current') return response.end(JSON.stringify(token))
    if (request.url === '/-/remotes/things/off') return response.end(JSON.stringify(state))
    return response.writeHead(404).end(JSON.stringify({ code: 'x', title: 'Unknown remote', status: 404 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const program = spawn(process.execPath, [join(import.meta.dirname, '../cli/release.ts'), 'mcp', ...flags], {
    env: { ...process.env, RELEASE_URL: `http://127.0.0.1:${port}`, RELEASE_TOKEN: 'portico_secret' },
  })
  cleanups.push(() => program.kill())
  const errors = text(program.stderr)
  const exited = once(program, 'exit')
  const responses: { result?: object }[] = []
  for (const request of requests) {
    program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
    if (!('id' in request)) continue
    const [chunk] = await once(program.stdout, 'data')
    responses.push(JSON.parse(String(chunk)))
  }
  program.stdin.end()
  const [exitCode] = await exited
  return { responses, rest: await text(program.stdout), errors: await errors, exitCode }
}

const hello = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    },
  },
  { method: 'notifications/initialized' },
]

test('an agent acts over stdin and stdout, which have nothing else in them', async () => {
  const call = {
    method: 'tools/call',
    params: { name: 'turn_off', arguments: { remote: 'things', reason: 'x' } },
  }
  const unknown = { remote: 'others', reason: 'x' }
  const { responses, rest, errors, exitCode } = await serve(
    [],
    [
      ...hello,
      { id: 2, ...call },
      { id: 3, method: 'tools/call', params: { name: 'turn_off', arguments: unknown } },
    ],
  )
  expect(responses).toMatchObject([
    { result: { serverInfo: { name: 'portico' } } },
    { result: { structuredContent: { remote: 'things', off: 'x' } } },
    { result: { isError: true, content: [{ text: 'Unknown remote.' }] } },
  ])
  expect(rest).toBe('')
  expect(errors).toContain('as "on duty" until the input ends.')
  expect(exitCode).toBe(0)
})

test('--read-only offers no tool that changes anything', async () => {
  const { responses } = await serve(['--read-only'], [...hello, { id: 2, method: 'tools/list' }])
  expect(JSON.stringify(responses[1])).toContain('"list_events"')
  expect(JSON.stringify(responses[1])).not.toContain('"readOnlyHint":false')
})
