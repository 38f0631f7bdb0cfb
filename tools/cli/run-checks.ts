import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkRoutes } from '../build/check-routes.ts'
import { checkExpressions } from '../build/expressions/check-expressions.ts'
import { findApps } from '../build/find-apps.ts'
import { type CommandOptions, root, runCommand } from '../system/run-command.ts'
import { runCompiler } from '../system/run-compiler.ts'

/** Checks routes, format, lint, import boundaries, types, dead code and regular expressions. Throws when one of them fails. */
export async function runChecks(options: Pick<CommandOptions, 'priority'> = {}): Promise<void> {
  checkRoutes(root, await findApps(root, true))
  console.log('check: routes: ok')
  const output = { ...options, output: 'capture' } as const
  const steps: [name: string, run: () => Promise<unknown>][] = [
    ['format, lint and imports', () => runCommand('biome', ['check', '--error-on-warnings'], output)],
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

/** Every folder with a tsconfig.json, so that a new remote is checked from its first day. */
function listWorkspaces(): string[] {
  return readdirSync(root).filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
}
