import { packKit } from '../kit/pack/pack-kit.ts'
import { packCli } from './pack-cli.ts'
import { packHost } from './pack-host.ts'
import { packPlane } from './pack-plane.ts'
import { output } from './server-files.ts'

/** Packs everything that can be published to npm's registry, from the built console. Returns the files. */
export async function packPackages(): Promise<string[]> {
  const plane = await packPlane({ apps: output, folder: output })
  return [await packKit(), await packHost(output), await packCli(output), plane]
}
