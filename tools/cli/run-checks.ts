import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkRoutes } from '../build/check-routes.ts'
import { checkExpressions } from '../build/expressions/check-expressions.ts'
import { findApps } from '../build/find-apps.ts'
import { checkRepository } from '../layers/check-repository.ts'
import { type CommandOptions, root, runCommand } from '../system/run-command.ts'
import { runCompiler } from '../system/run-compiler.ts'

/** Checks routes, layers, format, lint, types, dead code and regular expressions. Throws when one of them fails. */
export async function runChecks(options: Pick<CommandOptions, 'priority'> = {}): Promise<void> {
  checkRoutes(root, await findApps(root, true))
  console.log('check: routes: ok')
  checkImports()
  const output = { ...options, output: 'capture' } as const
  const steps: [name: string, run: () => Promise<unknown>][] = [
    ['format and lint', () => runCommand('biome', ['check', '--error-on-warnings'], output)],
    ['types', () => runCompiler(['-b', ...listWorkspaces()], output)],
    ['dead code', () => runCommand('knip', ['--no-config-hints'], output)],
    ['regular expressions', async () => checkExpressions(root)], // last: it takes a second of this process
  ]
  const results = await Promise.allSettled(
    steps.map(async ([name, run]) => {
      await run()
      console.log(`check: ${name}: ok`)
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function checkImports(): void {
  const problems = checkRepository(root)
  for (const { file, line, message } of problems) console.error(`${file}:${line} ${message}`)
  if (problems.length > 0) throw new Error(`${problems.length} imports or rooms break the order of layers.`)
  console.log('check: layers: ok')
}

/** Every folder with a tsconfig.json, so that a new remote is checked from its first day. */
function listWorkspaces(): string[] {
  return globSync('{*,shared/*}/tsconfig.json', { cwd: root }).map((file) => dirname(file))
}
