import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@portico/tools/system/run-command.ts'

const folder = join(import.meta.dirname, 'package')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

/** Returns the path of Lighthouse's CLI. Installs the version in `package/package-lock.json` if it is missing. */
export async function installLighthouse(): Promise<string> {
  if (existsSync(program)) return program
  console.log('Installing Lighthouse (180 MB), once ...')
  // None of its dependencies needs an install script.
  await runCommand('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error'])
  return program
}
