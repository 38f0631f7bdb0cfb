import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTemporaryFolder } from './choose-temporary-folder.ts'

/** Makes a folder for everything that a test run creates in the temporary folder. Returns what removes it again. */
export default function setup(): () => void {
  const { TMPDIR: before } = process.env
  const folder = mkdtempSync(join(chooseTemporaryFolder(), 'portico-tests-'))
  chmodSync(folder, 0o711) // other users may pass, such as the one that runs PostgreSQL
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
