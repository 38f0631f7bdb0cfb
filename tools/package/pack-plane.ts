import { packForNpm } from './pack-for-npm.ts'
import { createServerFiles, program } from './server-files.ts'

/** The oldest Node whose `node:sqlite` has what the server uses. */
const neededNode = '22.16'

/** Packs the rollout plane alone, for every platform, with the console in the folder of built `apps`. Returns the file. */
export async function packPlane({ apps, folder }: { apps: string; folder: string }): Promise<string> {
  return packForNpm(await createServerFiles('plane', apps), {
    folder,
    name: '@portico/plane',
    source: 'tools/package/archive',
    description: 'Staged rollouts, a console and metrics for the Module Federation hosts that you have.',
    engines: { node: `>=${neededNode}` },
    bin: { 'portico-plane': program },
    portico: { node: neededNode },
  })
}
