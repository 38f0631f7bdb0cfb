import { join } from 'node:path'
import { findPackage } from '../../build/find-package.ts'
import { root } from '../../system/run-command.ts'

/** The folder and the version of an installed package, whichever workspace has it. */
export function findInstalled(name: string): { folder: string; version: string } {
  for (const workspace of ['shared/kit', 'shared/protocol', 'tools', '.'])
    try {
      return findPackage(name, join(root, workspace, 'package.json'))
    } catch {
      // The next workspace may have it.
    }
  throw new Error(`The kit imports ${name}, which is not installed. Run npm install.`)
}
