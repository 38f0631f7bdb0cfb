import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { suggest } from '@portico/protocol/suggest.ts'
import type { Project } from '../release-cli/command.ts'
import { findDeprecations } from '../release-cli/find-deprecations.ts'
import { checkImports } from './check-imports.ts'
import { axeFile, detectorFile, kitFolder, readKit } from './read-kit.ts'

/** The repository of one remote. */
export function createKitProject(root: string): Project {
  return {
    listRemotes: () => [],
    async build(remote, progress) {
      const { buildRemote, readRemote } = await import('./build-remote.ts')
      const { name } = await readRemote(root)
      if (name !== remote)
        throw new UsageError(
          `The remote in this folder is ${name}, not ${remote}.${suggest(remote, [name])} Leave the name out, or use --folder to publish an existing build.`,
        )
      progress(`Building ${remote} ...`)
      const { folder } = await buildRemote(root)
      return folder
    },
    async checkSources(): Promise<Finding[]> {
      const { checkTypes } = await import('./check-types.ts')
      return Promise.all([checkTypes(root), checkImports(root, readKit().imports), findDeprecations(root)])
    },
    readPageScripts() {
      const read = (file: string) => readFileSync(join(kitFolder, file), 'utf8')
      return { axe: read(axeFile), detector: read(detectorFile) }
    },
  }
}
