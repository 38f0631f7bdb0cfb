import { runProgram } from '@portico/protocol/command-line/run-program.ts'
import { expect, test } from 'vitest'
import { createReleaseProgram } from '../release-cli/release-program.ts'
import { commands } from './commands.ts'
import { createKitProject } from './kit-project.ts'

async function print(...args: string[]): Promise<{ exitCode: number; text: string }> {
  const lines: string[] = []
  const terminal = {
    print: (line: string) => lines.push(line),
    printError: (line: string) => lines.push(line),
  }
  const program = createReleaseProgram({
    name: 'npx --no-install portico',
    summary: '',
    commands,
    project: createKitProject('/'),
    notes: [],
    environment: {},
    version: () => '1.0.0',
  })
  const exitCode = await runProgram(program, args, terminal)
  return { exitCode, text: lines.join('\n') }
}

test.each(['99999', '4000.5'])('`dev` refuses the port %s', async (port) => {
  expect(await print('dev', '--port', port)).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining(`--port must be a whole number up to 65535, got "${port}".`),
  })
})
