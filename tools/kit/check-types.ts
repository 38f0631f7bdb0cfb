import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { failed, listErrors, passed } from '../release-cli/findings.ts'
import { CommandFailed } from '../system/run-command.ts'
import { runCompiler } from '../system/run-compiler.ts'
import { kitFolder } from './read-kit.ts'

/** Checks the types of a repository with the compiler of the kit. */
export async function checkTypes(root: string): Promise<Finding> {
  const compiler = join(
    dirname(createRequire(join(kitFolder, 'package.json')).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const args = ['--noEmit', '--pretty', 'false', '--project', root]
  try {
    await runCompiler(args, { program: [process.execPath, compiler], cwd: root, output: 'return' })
    return passed('types')
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    const errors = listErrors(error.output.trim().split('\n'))
    return failed('types', errors, 'Correct the types; your editor shows the same errors.')
  }
}
