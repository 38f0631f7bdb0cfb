import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'
import { createPerson } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { ownerFile } from '../site/owner.ts'
import { root } from '../site/start-site.ts'
import { expectFreePort } from '../steps/free-port.ts'
import { startRequest } from '../steps/unfinished-request.ts'

let running: number | undefined
test.afterEach(() => {
  if (running !== undefined) process.kill(-running, 'SIGKILL') // after a failure
})

// `watch-ancestors.test.ts` stops the same processes in every other way, and development.spec.ts interrupts `npm run dev`.
test('SIGTERM to npm start completes the accepted requests, ends every process and frees the port', {
  tag: '@soak',
}, async () => {
  const port = await getFreePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-stop-'))
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true, // a process group of its own, as a terminal makes for each command
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, SITE_CONFIG: ownerFile },
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk))
  // Every process holds these pipes, so they close when the last one has ended.
  const ended = once(npm, 'close')
  running = npm.pid
  const origin = `http://127.0.0.1:${port}`
  const health = () =>
    fetch(origin + paths.health).then(
      ({ status }) => status,
      () => 'refused',
    )
  await Promise.race([
    expect.poll(health, { timeout: 120_000 }).toBe(200),
    ended.then(() => Promise.reject(new Error(`It ended by itself.\n${output}`))),
  ])

  const request = await startRequest(origin, accountPaths.signUp, JSON.stringify(createPerson()))
  npm.kill('SIGTERM') // npm alone, not its process group
  await expect.poll(health).toBe('refused')
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 201 /)
  await ended
  running = undefined
  await expectFreePort(port)
  await rm(dataDir, { recursive: true, force: true })
})
