import { join } from 'node:path'
import type { EnvironmentConfig } from '@rsbuild/core'
import { faultyEntry } from './faulty-dist.ts'

/** Where a remote is built from, and to. */
interface Places {
  readonly project: string
  readonly folder: string
}

/** The environment of a remote whose entry is replaced by one that breaks on demand: see faulty-remote.ts. */
export function breakOnDemand(remote: string, { project, folder }: Places): EnvironmentConfig {
  return {
    output: { distPath: { root: folder } },
    resolve: { alias: { 'the-original-remote$': join(project, `remote-${remote}`, 'remote.ts') } },
    tools: {
      rspack: (_config, { appendPlugins, rspack }) => {
        const entry = new RegExp(`^\\./remote-${remote}/remote\\.ts$`)
        appendPlugins(new rspack.NormalModuleReplacementPlugin(entry, faultyEntry))
      },
    },
  }
}
