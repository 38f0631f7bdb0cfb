import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runProgram } from '@portico/protocol/command-line/run-program.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../system/run-command.ts'
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

const day = 24 * 3_600_000
const createOwn = (daysLeft: number, daysValid = 90) => {
  const expiresAt = Date.now() + daysLeft * day + 60_000
  const scopes = ['publish:weather', 'switch:weather']
  const times = { createdAt: expiresAt - daysValid * day, expiresAt, lastUsedAt: null }
  return { status: 200, body: { id: 'a', name: 'weather CI', scopes, ...times } }
}

test('whoami shows the token, what it may do and when it expires', async () => {
  responses = { '/-/tokens/current': createOwn(40) }
  const until = new Date(createOwn(40).body.expiresAt).toISOString().slice(0, 10)
  expect(await portico('whoami')).toContain(
    `  token    weather CI\n  may      publish:weather, switch:weather\n  expires  ${until}, in 40 days\n`,
  )
})

test.each([
  { what: 'in 13 days warns', own: createOwn(13), warns: true },
  { what: 'in 15 days does not warn', own: createOwn(15), warns: false },
  { what: 'a week after its creation does not warn', own: createOwn(3, 7), warns: false },
])('a token that expires $what in every command', async ({ own, warns }) => {
  responses = { '/-/tokens/current': own, '/-/remotes': { status: 200, body: { remotes: [] } } }
  responses = { ...responses, '/-/rollouts': { status: 200, body: { rollouts: [] } } }
  const warning =
    /\nYour token "weather CI" expires on .+, in 13 days\. Ask the site's operator for another one\.$/
  expect(warning.test(await portico('status'))).toBe(warns)
})

test('releases hides the builds of development sessions', async () => {
  const release = { hash: '00000000', bytes: 1, publishedAt: 0, publishedBy: 'CI', quarantined: null }
  const releases = ['1.0.0', '0.0.0-dev.abc.1', '0.0.0-dev.abc.2'].map((version) => ({
    ...release,
    version,
    id: `${version}-00000000`,
  }))
  const roles = { stable: null, fallback: null, canary: null, off: null, frozen: null }
  responses = {
    '/-/releases/weather': {
      status: 200,
      body: { remote: 'weather', team: 'Weather team', releases, ...roles },
    },
  }
  const shown = await portico('releases', 'weather')
  expect(shown).toContain('1.0.0-00000000')
  expect(shown).not.toContain('-dev.')
  expect(shown).toContain('\nnot listed: 2 development builds (--all)')
  expect(await portico('releases', 'weather', '--all')).toContain('0.0.0-dev.abc.2-00000000')
})

test('no hint of the release API names a request, which nobody types on a command line', () => {
  const files = ['releases', 'rollouts'].flatMap((folder) =>
    readdirSync(join(root, 'server', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(root, 'server', folder, file)),
  )
  const hints = files.flatMap((file) => readFileSync(file, 'utf8').match(/(?:hint|detail): .*/g) ?? [])
  expect(hints.length).toBeGreaterThan(20)
  expect(hints.filter((hint) => /(?:GET|POST|PUT|DELETE) \/-\//.test(hint))).toEqual([])
})

test('a refusal because of the state shows no usage', async () => {
  const remote = {
    remote: 'weather',
    stable: null,
    fallback: null,
    off: null,
    frozen: null,
    revision: 1,
    note: null,
  }
  responses = {
    '/-/rollouts': { status: 200, body: { rollouts: [] } },
    '/-/remotes': { status: 200, body: { remotes: [remote] } },
  }
  expect(await portico('pause', 'weather')).toBe(
    'No release of weather has been rolled out on this site. `npx --no-install portico start` rolls one out.',
  )
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
