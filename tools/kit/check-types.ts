import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { CommandFailed } from '../system/run-command.ts'
import { runCompiler } from '../system/run-compiler.ts'
import { kitFolder } from './read-kit.ts'

const maxErrors = 10
const hint = 'Correct the types; your editor shows the same errors.'

/** Checks the types of a repository with the compiler of the kit. */
export async function checkTypes(root: string): Promise<Finding> {
  const compiler = join(
    dirname(createRequire(join(kitFolder, 'package.json')).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const args = ['--noEmit', '--pretty', 'false', '--project', root]
  try {
    await runCompiler(args, { program: [process.execPath, compiler], cwd: root, output: 'return' })
    return { check: 'types', isOk: true, message: 'ok', hint: '' }
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    const errors = error.output.trim().split('\n')
    const more = errors.length > maxErrors ? [`and ${errors.length - maxErrors} more lines`] : []
    const message = `${[...errors.slice(0, maxErrors), ...more].join('\n        ')}\n       `
    return { check: 'types', isOk: false, message, hint }
  }
}
