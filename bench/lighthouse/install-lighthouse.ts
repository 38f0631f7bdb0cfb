import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@portico/tools/system/run-command.ts'

const folder = join(import.meta.dirname, 'package')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

/** Path of Lighthouse's command line; installs it as `package/package-lock.json` pins it where it is missing. */
export async function installLighthouse(): Promise<string> {
  if (existsSync(program)) return program
  console.log('Installing Lighthouse (180 MB), once ...')
  // Its dependencies' install scripts are not needed, so none runs.
  await runCommand('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error'])
  return program
}
