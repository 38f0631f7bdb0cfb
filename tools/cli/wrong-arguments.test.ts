import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../system/run-command.ts'

function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const file = join(import.meta.dirname, program)
  const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], options)
  return { status, stderr }
}

test('a build of an app that does not exist names those that do', () => {
  const { status, stderr } = run('build.ts', ['--environment', 'catalog'])
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^--environment must be one of shell, .*, got "catalog"\. Did you mean "catalogue"\?\n$/,
  )
})

test('a build of an app without its flag says what is expected', () => {
  expect(run('build.ts', ['catalogue'])).toEqual({
    status: 1,
    stderr: 'Expected --environment <remote> or nothing, got "catalogue".\n',
  })
})

test.each([
  { program: 'start.ts', usage: 'npm start', advice: 'PORT sets the port; docs/settings.md' },
  { program: 'dev.ts', usage: 'npm run dev', advice: 'PORT sets the port.' },
  { program: 'check.ts', usage: 'npm run check', advice: 'everywhere' },
  { program: 'test.ts', usage: 'npm test -- [flags]', advice: '--changed ' },
])('$program does not ignore an argument, and says what to do instead', ({ program, usage, advice }) => {
  const { status, stderr } = run(program, ['--port', '4000'])
  expect(status).toBe(2)
  expect(stderr).toContain(`Unknown option '--port'.\nUsage: ${usage}\n\n`)
  expect(stderr).toContain(advice)
})

test('an argument without a flag is not ignored, either', () => {
  const { status, stderr } = run('check.ts', ['4000'])
  expect(status).toBe(2)
  expect(stderr).toContain('Unexpected argument "4000".')
})

test('the development site says which variable sets its port', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  expect(run('dev.ts', [], { PORT: String(port) })).toEqual({
    status: 1,
    stderr: `Port ${port} is in use. Stop the program that uses it, or set PORT to a free port.\n`,
  })
})
