import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCommand } from '../system/run-command.ts'

/** Format, lint, walls, types and dead code. Throws at the end when one of them failed. */
export async function runChecks(): Promise<void> {
  const steps: [name: string, program: string, args: string[]][] = [
    ['format and lint', 'biome', ['check', '--error-on-warnings']],
    ['types and walls', 'tsc', ['-b', ...projects()]],
    ['dead code', 'knip', ['--no-config-hints']],
  ]
  const results = await Promise.allSettled(
    steps.map(async ([name, program, args]) => {
      await runCommand(program, args, { output: 'keep' })
      console.log(`check: ${name}: ok`)
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Every folder with a tsconfig.json, so that a new remote is checked the day it is made. */
function projects(): string[] {
  return readdirSync(root).filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
}
