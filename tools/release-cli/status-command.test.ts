import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { createRollout } from '@portico/protocol/testing/rollouts.ts'
import { afterEach, expect, test } from 'vitest'
import { runReleaseCli } from './run-release-cli.ts'

const rollout = createRollout({ missing: ['needs 100 more loads'] })
const remotes = ['other', 'things'].map((remote) => ({
  remote,
  stable: '1.0.0-00000000',
  fallback: null,
  off: null,
  frozen: null,
  revision: 7,
  note: null,
}))

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Runs `status` on a site; `getRollouts` is called for every poll, and null stands for a proxy without a site behind it. */
async function status(getRollouts: (poll: number) => readonly Rollout[] | null, ...args: readonly string[]) {
  let poll = 0
  const server = createServer((request, response) => {
    if (request.url === '/-/remotes') return response.end(JSON.stringify({ remotes }))
    poll += 1
    const rollouts = getRollouts(poll)
    return rollouts === null ? response.writeHead(502).end() : response.end(JSON.stringify({ rollouts }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const printed: string[] = []
  const errors: string[] = []
  const exitCode = await runReleaseCli(['status', ...args], {
    environment: { RELEASE_URL: `http://127.0.0.1:${port}`, RELEASE_TOKEN: 'portico_secret' },
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  })
  return { exitCode, printed: printed.join('\n'), errors }
}

test('--json has everything, of all remotes or of one, and the exit code of one', async () => {
  const all = await status(() => [rollout], '--json')
  expect(all.exitCode).toBe(0)
  expect(JSON.parse(all.printed)).toEqual({
    remotes: [
      { ...remotes[0], rollout: null },
      { ...remotes[1], rollout },
    ],
  })
  const result = await status(() => [rollout], 'things', '--json')
  expect(result.exitCode).toBe(5)
  expect(JSON.parse(result.printed)).toEqual({ ...remotes[1], rollout })
  expect((await status(() => [rollout], 'other')).exitCode).toBe(0)
  expect((await status(() => [{ ...rollout, status: 'rolled-back' }], 'things')).exitCode).toBe(4)
})

test('an unknown remote is an error that names the known ones', async () => {
  const { exitCode, errors } = await status(() => [], 'thinsg')
  expect(exitCode).toBe(1)
  expect(errors).toEqual(['This site has no remote "thinsg". Did you mean "things"? It has: other, things.'])
})

test('--minutes without --watch is an error', async () => {
  expect((await status(() => [], '--minutes', '5')).errors[0]).toBe('--minutes requires --watch.')
})

test('-w prints each change once, outlives a restart of the site, and ends with the rollout', async () => {
  const completed: Rollout = { ...rollout, status: 'completed', missing: [] }
  const getRollouts = (poll: number) => (poll === 2 ? null : [poll === 1 ? rollout : completed])
  const { exitCode, printed, errors } = await status(getRollouts, '-w')
  expect(errors).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d UTC {2}things 1\.1\.0-11111111 \[#>\.\.\] 20 % running/),
    expect.stringMatching(/^\d\d:\d\d:\d\d UTC {2}The request failed with 502 .* Still watching/),
  ])
  expect(printed).toMatch(/^remote +stable .*\n.*\n.*\n *things .* completed: 1\.1\.0-11111111$/m)
  expect(exitCode).toBe(0)
})
