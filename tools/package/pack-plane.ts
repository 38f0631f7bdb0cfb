import { join } from 'node:path'
import { packFiles } from '../build/pack-files.ts'
import { addDescription, createServerFiles, program, writePackage } from './server-files.ts'

const name = 'portico-plane'
/** The oldest Node whose `node:sqlite` has what the server uses. */
const neededNode = '22.16'

/** Packs the rollout plane alone, for every platform, with the console in the folder of built `apps`. Returns the file, which replaces older ones. */
export async function packPlane({ apps, folder }: { apps: string; folder: string }): Promise<string> {
  const files = await createServerFiles('plane', apps)
  const version = addDescription(files, {
    name,
    description: 'Staged rollouts, a console and metrics for the Module Federation hosts that you have.',
    license: 'MIT',
    engines: { node: `>=${neededNode}` },
    bin: { [name]: program },
    portico: { node: neededNode },
  })
  // npm expects this folder.
  const bytes = await packFiles(files, { folder: 'package', isProgram: (path) => path === program })
  return writePackage(join(folder, `${name}-${version}.tgz`), bytes, /^portico-plane-.*\.tgz$/)
}
