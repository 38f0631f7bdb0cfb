import type { SourceMap } from '@portico/protocol/release/source-map.ts'
import type { RsbuildPlugin } from '@rsbuild/core'
import type { App } from '../find-apps.ts'
import { listFunctions } from '../list-functions.ts'

/** Adds source maps to the release of a remote, with the names of functions in place of the sources. */
export function sourceMapsPlugin(app: App): RsbuildPlugin {
  return {
    name: 'portico:source-maps',
    apply: 'build',
    setup(api) {
      if (app.manifest === null) return // only errors of remotes are reported
      api.modifyEnvironmentConfig((config, { mergeEnvironmentConfig }) =>
        mergeEnvironmentConfig(config, { output: { sourceMap: { js: 'hidden-source-map' } } }),
      )
      api.processAssets({ stage: 'optimize-inline' }, ({ assets, compilation, sources }) => {
        for (const [name, asset] of Object.entries(assets)) {
          if (!name.endsWith('.map')) continue
          const { sourcesContent = [], ...map } = JSON.parse(asset.source().toString()) // the bundler's own
          // The entry of a remote has no code of the team. What the bundler says of its own depends on the checkout.
          if (map.sources.every((source: string) => source.startsWith('webpack://webpack/'))) {
            compilation.deleteAsset(name)
            continue
          }
          const functions = map.sources.map((source: string, at: number) => {
            return listFunctions(source, sourcesContent[at] ?? '')
          })
          const released: SourceMap = { ...map, x_portico_functions: functions }
          compilation.updateAsset(name, new sources.RawSource(JSON.stringify(released)))
        }
      })
    },
  }
}
