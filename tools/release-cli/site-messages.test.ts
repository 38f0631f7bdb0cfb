import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runProgram } from '@portico/protocol/command-line/run-program.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands } from './commands.ts'
import { createReleaseProgram } from './release-program.ts'
import { repositoryProject } from './repository-project.ts'

let site: Server
let responses: Readonly<Record<string, { readonly status: number; readonly body: object }>> = {}
beforeEach(async () => {
  site = createServer((request, response) => {
    const { status, body } = responses[request.url ?? ''] ?? { status: 404, body: {} }
    response.writeHead(status).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => site.close(resolve)))

async function portico(...args: string[]) {
  const lines: string[] = []
  const { port } = site.address() as AddressInfo // it listens on a port
  const program = createReleaseProgram({
    name: 'npx --no-install portico',
    summary: '',
    commands,
    project: repositoryProject,
    notes: [],
    environment: { RELEASE_URL: `http://127.0.0.1:${port}`, RELEASE_TOKEN: 'portico_secret' },
    version: () => '1.0.0',
  })
  await runProgram(program, args, {
    print: (text) => lines.push(text),
    printError: (text) => lines.push(text),
  })
  return lines.join('\n')
}

test('commands in a message of the site are shown as people can type them', async () => {
  const hint =
    'List them with `releases weather`, or see `GET /-/releases`. In a workflow: `on: pull_request`.'
  responses = {
    '/-/rollouts': {
      status: 404,
      body: { code: 'release-unknown', title: 'Unknown release', status: 404, hint },
    },
  }
  expect(await portico('start', 'weather', '9.9.9', '--plan', 'now')).toBe(
    'Unknown release. List them with `npx --no-install portico releases weather`, or see `GET /-/releases`. In a workflow: `on: pull_request`.',
  )
})

test('a preview link that shows nothing new yet says so', async () => {
  responses = {
    '/-/previews': { status: 201, body: { url: 'https://ada.example/-/preview/x', expiresAt: 0 } },
    '/-/rollouts': { status: 200, body: { rollouts: [] } },
  }
  const link = 'https://ada.example/-/preview/x\nValid until 1970-01-01 00:00 UTC.'
  expect(await portico('preview', 'weather')).toBe(
    `${link}\nNo rollout of weather is in progress: until one starts, the link shows what everyone gets.\nFor a link to a release, name its version: npx --no-install portico preview weather <version>`,
  )
  expect(await portico('preview', 'weather', '1.0.0')).toBe(link)
})

const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31mfine\r\u202egnp.exe'

test.each(['', '--json'])('nothing that a site sends controls the terminal: "%s"', async (flag) => {
  responses = {
    '/-/releases/weather': {
      status: 409,
      body: { code: 'remote-frozen', title: 'Frozen', status: 409, detail: hostile },
    },
    '/-/tokens': {
      status: 200,
      body: {
        tokens: [{ id: 'a', name: hostile, scopes: [], createdAt: 0, expiresAt: 0, lastUsedAt: null }],
      },
    },
  }
  for (const args of [
    ['releases', 'weather'],
    ['token', 'list'],
  ]) {
    const shown = await portico(...args, ...(flag === '' ? [] : [flag]))
    expect(shown).toContain('fine')
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
  }
})
