import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { checkRepository } from '../layers/check-repository.ts'
import { CommandFailed, root, runCommand } from '../system/run-command.ts'
import { runCompiler } from '../system/run-compiler.ts'
import { findDeprecations } from './find-deprecations.ts'
import { failed, listErrors, passed } from './findings.ts'

/** Rules of the repository's lint that a release can break at run time: see biome.json. */
const importRules = ['style/noRestrictedImports', 'suspicious/noImportCycles', 'plugin']

/**
 * The checks that need sources, in the folder of a remote or of the shell: whether its types and imports pass the repository's own check, and
 * deprecations.
 */
export function checkSources(folder: string, project = root): Promise<Finding[]> {
  return Promise.all([
    checkTypes(folder, project),
    checkImports(folder, project),
    findDeprecations(join(project, folder)),
  ])
}

/** The type checker's result for a remote's folder. */
export async function checkTypes(folder: string, project: string): Promise<Finding> {
  if (!existsSync(join(project, folder, 'tsconfig.json')))
    return failed(
      'types',
      `${folder}/tsconfig.json is missing.`,
      'Copy it from another remote: it says what is type-checked.',
    )
  const output = await readFailure(() =>
    runCompiler(['-b', folder, '--pretty', 'false'], { output: 'return', cwd: project }),
  )
  const errors = output.split('\n').filter((line) => /: error TS\d+:|^error TS\d+:/.test(line))
  const found = output === '' || errors.length > 0 ? errors : [output]
  if (found.length === 0) return passed('types')
  return failed('types', listErrors(found), 'Correct the types; `npm run check` shows the same errors.')
}

async function checkImports(folder: string, project: string): Promise<Finding> {
  const only = importRules.map((rule) => `--only=${rule}`)
  const args = ['lint', '--diagnostic-level=error', '--max-diagnostics=none', '--reporter=concise', ...only]
  const output = await readFailure(() =>
    runCommand('biome', [...args, folder], { output: 'return', cwd: project }),
  )
  const errors = output.split('\n').filter((line) => line.startsWith('× ') && /:\d+:\d+: /.test(line))
  const layers = checkRepository(project, folder).map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  )
  const found = [...layers, ...(output === '' || errors.length > 0 ? errors : [output])]
  if (found.length === 0) return passed('imports')
  return failed(
    'imports',
    listErrors(found.map((error) => error.replace(/^× /, ''))),
    'Import from @portico/kit and from the remote’s own folder and dependencies.',
  )
}

/** The output of a failure; empty: it succeeded. */
async function readFailure(run: () => Promise<string>): Promise<string> {
  try {
    await run()
    return ''
  } catch (error) {
    if (error instanceof CommandFailed) return error.output.trim() || error.message
    throw error
  }
}
