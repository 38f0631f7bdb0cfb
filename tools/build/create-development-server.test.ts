import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRsbuild, type RsbuildDevServer } from '@rsbuild/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFreePort } from '../system/get-free-port.ts'
import { createDevelopmentServer } from './create-development-server.ts'

let root = ''
let port = 0
let server: RsbuildDevServer
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'portico-dev-'))
  writeFileSync(join(root, 'index.js'), '')
  port = await getFreePort()
  const environment = { PORT: String(port), SITE_ADDRESS: 'http://127.0.0.1:1' }
  const config = {
    root,
    mode: 'development',
    logLevel: 'silent',
    source: { entry: { index: './index.js' } },
    tools: { htmlPlugin: false },
    server: createDevelopmentServer(environment),
  } as const
  server = await (await createRsbuild({ cwd: root, config })).createDevServer()
  await server.listen()
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true })
})

test.each([
  ['https://evil.example', false],
  ['null', false],
  ['http://127.0.0.1:1', false],
  ['the site’s own', true],
  ['no', true],
])('a page of %s origin connects to updates: %s', async (origin, isAccepted) => {
  const { webSocketToken } = server.environments.web?.context ?? {}
  const host = `127.0.0.1:${port}`
  const headers = [
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...(origin === 'no' ? [] : [`Origin: ${isAccepted ? `http://${host}` : origin}`]),
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write([`GET /rsbuild-hmr?token=${webSocketToken} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk))).once('close', () => resolve('closed'))
  })
  socket.destroy()
  expect(answer).toMatch(isAccepted ? /^HTTP\/1\.1 101 / : /^closed$/)
})
