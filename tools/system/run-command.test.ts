import { spawn, spawnSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { CommandFailed, root, runCommand } from './run-command.ts'

const node = process.execPath

test('captured output is returned', async () => {
  const script = 'console.log(process.env.GREETING); console.error(process.cwd())'
  const output = await runCommand(node, ['-e', script], { output: 'capture', env: { GREETING: 'hello' } })
  expect(output).toBe(`hello\n${root.replace(/\/$/, '')}\n`)
})

test('a failed command is named with its exit code, and its captured output is printed', async () => {
  const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const failing = runCommand(node, ['-e', 'console.log("why"); process.exit(3)'], { output: 'capture' })
  await expect(failing).rejects.toThrow(
    `${node} -e console.log("why"); process.exit(3) failed (exit code 3).`,
  )
  await expect(failing).rejects.toMatchObject({ name: 'CommandFailed', exitCode: 3 })
  expect(shown.mock.calls).toEqual([['why\n']])
  shown.mockRestore()
})

test('the output of a failed command is in its error, and is not printed, if it was only to be returned', async () => {
  const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const failing = runCommand(node, ['-e', 'console.log("why"); process.exit(3)'], { output: 'return' })
  await expect(failing).rejects.toMatchObject({ exitCode: 3, output: 'why\n' })
  expect(shown).not.toHaveBeenCalled()
  shown.mockRestore()
})

test('a killed command counts as failed', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const killed = runCommand(node, ['-e', 'process.kill(process.pid, "SIGKILL")'], { output: 'capture' })
  await expect(killed).rejects.toBeInstanceOf(CommandFailed)
  vi.restoreAllMocks()
})

test('a command runs with a lower priority if requested, and never with a higher one', async () => {
  const own = getPriority()
  const run = (priority: number) =>
    runCommand(node, ['-p', 'os.getPriority()'], { output: 'capture', priority }).then(Number)
  expect(await run(Math.min(own + 1, 19))).toBe(Math.min(own + 1, 19))
  expect(await run(own - 1)).toBe(own)
})

test('a missing program is named', async () => {
  await expect(runCommand('no-such-program', [], { output: 'capture' })).rejects.toThrow('no-such-program')
})

test('signal listeners are removed when the command ends', async () => {
  const before = [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]
  await runCommand(node, ['-e', ''], { output: 'capture' })
  expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual(before)
})

/** The arguments that run `work` as the body of a script. */
function createScript(work: string): string[] {
  const path = JSON.stringify(join(import.meta.dirname, 'run-command.ts'))
  return [
    '--input-type=module-typescript',
    '-e',
    `import { main, runCommand } from ${path}\nawait main(async () => { ${work} })`,
  ]
}

test.each([
  {
    work: 'throw new Error("The disk is full. Free some space.")',
    message: 'The disk is full. Free some space.\n',
    code: 1,
  },
  { work: 'await runCommand(process.execPath, ["-e", "process.exit(7)"])', message: '', code: 7 },
  { work: 'throw "odd"', message: 'odd\n', code: 1 },
  { work: '', message: '', code: 0 },
])('a script with the body { $work } exits with $code and prints "$message"', ({ work, message, code }) => {
  const { status, stderr } = spawnSync(node, ['--disable-warning=ExperimentalWarning', ...createScript(work)])
  expect([status, stderr.toString()]).toEqual([code, message])
})

test('SIGTERM is forwarded to the command', async () => {
  const waiting = `process.on("SIGTERM", () => { console.log("terminated"); process.exit(0) }); setInterval(() => {}, 1000); console.log("ready")`
  const program = spawn(
    node,
    createScript(`await runCommand(process.execPath, ["-e", ${JSON.stringify(waiting)}])`),
  )
  let output = ''
  program.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output === 'ready\n') program.kill('SIGTERM')
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  program.on('close', resolve)
  expect(await promise).toBe(0)
  expect(output).toBe('ready\nterminated\n')
})
