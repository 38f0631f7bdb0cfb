import { findInstalled } from '../kit/pack/find-installed.ts'
import { supportedNode } from '../kit/supported-node.ts'
import { cliDependencies } from './bundle-program.ts'
import { packForNpm } from './pack-for-npm.ts'
import { createProgramFiles } from './server-files.ts'

/** Packs the release commands alone, for teams that don't build with the kit. Returns the file. */
export async function packCli(folder: string): Promise<string> {
  const installed = cliDependencies.map((name) => [name, findInstalled(name).version])
  return packForNpm(await createProgramFiles('cli', 'bin'), {
    folder,
    name: '@portico/cli',
    source: 'tools/release-cli',
    description: 'Publishes the builds of Module Federation remotes to a Portico site, and rolls them out.',
    engines: { node: supportedNode },
    bin: { portico: 'bin/portico.js' },
    exports: { './package.json': './package.json' },
    dependencies: Object.fromEntries(installed),
  })
}
