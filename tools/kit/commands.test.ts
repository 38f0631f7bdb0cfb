import { execFileSync, spawnSync } from 'node:child_process'
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

/** What bash offers for a command line that ends with its last word. */
async function complete(...words: string[]): Promise<string[]> {
  const { text } = await print('completion', 'bash')
  const script = `${text}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _portico; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

const hasBash = spawnSync('bash', ['--version']).status === 0

test.runIf(hasBash).each([
  { words: ['portico', 'st'], offered: ['start', 'status'] },
  { words: ['npx', 'portico', 'roll'], offered: ['rollback'] },
  { words: ['portico', 'start', '1.0.0', '--p'], offered: ['--plan'] },
  {
    words: ['npx', '--no-install', 'portico', 'rollback', '--'],
    offered: ['--reason', '--to', '--json', '--help'],
  },
  { words: ['npx', 'other', ''], offered: [] },
])('$words is completed with $offered', async ({ words, offered }) => {
  expect((await complete(...words)).toSorted()).toEqual(offered.toSorted())
})

test('another shell is refused with those that are known', async () => {
  expect(await print('completion', 'fish')).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining('bash or zsh, got "fish"'),
  })
})

test.each(['99999', '4000.5'])('`dev` refuses the port %s', async (port) => {
  expect(await print('dev', '--port', port)).toMatchObject({
    exitCode: 2,
    text: expect.stringContaining(`--port must be a whole number up to 65535, got "${port}".`),
  })
})
