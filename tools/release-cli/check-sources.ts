import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { checkRepository } from '../layers/check-repository.ts'
import { CommandFailed, root, runCommand } from '../system/run-command.ts'
import { runCompiler } from '../system/run-compiler.ts'
import { findDeprecations } from './find-deprecations.ts'

const maxErrors = 10

/** Rules of the repository's lint that a release can break at run time: see biome.json. */
const importRules = ['style/noRestrictedImports', 'suspicious/noImportCycles', 'plugin']

/**
 * The checks that need sources: whether the remote's types and imports pass the repository's own check, and
 * deprecations.
 */
export function checkSources(remote: string, project = root): Promise<Finding[]> {
  const folder = `remote-${remote}`
  return Promise.all([
    checkTypes(folder, project),
    checkImports(folder, project),
    findDeprecations(join(project, folder)),
  ])
}

/** The type checker's result for a remote's folder. */
export async function checkTypes(folder: string, project: string): Promise<Finding> {
  if (!existsSync(join(project, folder, 'tsconfig.json')))
    return createFinding('types', [`${folder}/tsconfig.json is missing.`], {
      hint: 'Copy it from another remote: it says what is type-checked.',
    })
  const output = await readFailure(() =>
    runCompiler(['-b', folder, '--pretty', 'false'], { output: 'return', cwd: project }),
  )
  const errors = output.split('\n').filter((line) => /: error TS\d+:|^error TS\d+:/.test(line))
  return createFinding('types', output === '' || errors.length > 0 ? errors : [output], {
    hint: 'Correct the types; `npm run check` shows the same errors.',
  })
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
  return createFinding('imports', [...layers, ...(output === '' || errors.length > 0 ? errors : [output])], {
    hint: 'Import from @portico/kit and from the remote’s own folder and dependencies.',
  })
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

function createFinding(check: string, errors: readonly string[], { hint }: Pick<Finding, 'hint'>): Finding {
  if (errors.length === 0) return { check, isOk: true, message: 'ok', hint: '' }
  const shown = errors.slice(0, maxErrors).map((error) => error.replace(/^× /, ''))
  const more = errors.length > maxErrors ? [`and ${errors.length - maxErrors} more`] : []
  return { check, isOk: false, message: `${[...shown, ...more].join('\n        ')}\n       `, hint }
}
