import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a program that listens for signals and keeps writing a file, and takes `stopMs` to stop. */
async function startProgram(stopMs: number) {
  folder = mkdtempSync(join(tmpdir(), 'portico-signals-'))
  const program = `
    import { stopOnSignals } from './stop-on-signals.ts'
    import writeFileAtomic from 'write-file-atomic'
    setInterval(() => {}, 1_000)
    stopOnSignals(() => {
      console.log('stopping')
      return new Promise((done) => setTimeout(() => { console.log('stopped'); done() }, ${stopMs}))
    })
    const write = () => writeFileAtomic(${JSON.stringify(join(folder, 'file'))}, 'text')
    write().then(() => console.log('ready')).then(async () => { while (true) await write() })
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  await once(child.stdout, 'data')
  return { child, ended }
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s waits for the stop while a file is being written, when a library listens for signals, too',
  async (signal) => {
    const { child, ended } = await startProgram(200)
    child.kill(signal)
    expect(await ended).toEqual({ code: 0, output: 'ready\nstopping\nstopped\n' })
  },
)

test('SIGTERM and SIGHUP may arrive several times', async () => {
  const { child, ended } = await startProgram(200)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGTERM'] as const) child.kill(signal)
  expect(await ended).toEqual({ code: 0, output: 'ready\nstopping\nstopped\n' })
})

test('Ctrl+C while it stops exits immediately', async () => {
  const { child, ended } = await startProgram(60_000)
  child.kill('SIGTERM')
  await once(child.stdout, 'data') // two signals at once may arrive in the other order
  child.kill('SIGINT')
  expect(await ended).toEqual({ code: 1, output: 'ready\nstopping\n' })
})
