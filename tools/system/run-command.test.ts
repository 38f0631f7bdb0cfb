import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { CommandFailed, root, runCommand } from './run-command.ts'

const node = process.execPath

test('a command gives back what it printed, where that is kept', async () => {
  const script = 'console.log(process.env.GREETING); console.error(process.cwd())'
  const output = await runCommand(node, ['-e', script], { output: 'keep', env: { GREETING: 'hello' } })
  expect(output).toBe(`hello\n${root.replace(/\/$/, '')}\n`)
})

test('a command that fails is named with its exit code, and its output is shown', async () => {
  const shown = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const failing = runCommand(node, ['-e', 'console.log("why"); process.exit(3)'], { output: 'keep' })
  await expect(failing).rejects.toThrow(
    `${node} -e console.log("why"); process.exit(3) failed (exit code 3).`,
  )
  await expect(failing).rejects.toMatchObject({ name: 'CommandFailed', exitCode: 3 })
  expect(shown.mock.calls).toEqual([['why\n']])
  shown.mockRestore()
})

test('a command that was killed has failed', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const killed = runCommand(node, ['-e', 'process.kill(process.pid, "SIGKILL")'], { output: 'keep' })
  await expect(killed).rejects.toBeInstanceOf(CommandFailed)
  vi.restoreAllMocks()
})

test('a program that does not exist is named', async () => {
  await expect(runCommand('no-such-program', [], { output: 'keep' })).rejects.toThrow('no-such-program')
})

test('nothing listens for signals any more when the command has ended', async () => {
  const before = [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]
  await runCommand(node, ['-e', ''], { output: 'keep' })
  expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual(before)
})

/** A program of the project around `work`, as the files of `tools/` are. */
function programOf(work: string): string[] {
  const face = JSON.stringify(join(import.meta.dirname, 'run-command.ts'))
  return [
    '--input-type=module-typescript',
    '-e',
    `import { main, runCommand } from ${face}\nawait main(async () => { ${work} })`,
  ]
}

test.each([
  {
    work: 'throw new Error("The disk is full. Free some space.")',
    says: 'The disk is full. Free some space.\n',
    code: 1,
  },
  { work: 'await runCommand(process.execPath, ["-e", "process.exit(7)"])', says: '', code: 7 },
  { work: 'throw "odd"', says: 'odd\n', code: 1 },
  { work: '', says: '', code: 0 },
])(
  'a program that does { $work } ends with $code and says "$says", without a stack',
  ({ work, says, code }) => {
    const { status, stderr } = spawnSync(node, ['--disable-warning=ExperimentalWarning', ...programOf(work)])
    expect([status, stderr.toString()]).toEqual([code, says])
  },
)

test('a program that is told to stop tells its command', async () => {
  const waiting = `process.on("SIGTERM", () => { console.log("told"); process.exit(0) }); setInterval(() => {}, 1000); console.log("ready")`
  const program = spawn(
    node,
    programOf(`await runCommand(process.execPath, ["-e", ${JSON.stringify(waiting)}])`),
  )
  let output = ''
  program.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output === 'ready\n') program.kill('SIGTERM')
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  program.on('close', resolve)
  expect(await promise).toBe(0)
  expect(output).toBe('ready\ntold\n')
})
