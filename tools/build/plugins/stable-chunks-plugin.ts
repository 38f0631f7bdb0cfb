import type { RsbuildPlugin } from '@rsbuild/core'
import { containerGlobal, isReleased } from '../bundle-names.ts'
import type { App } from '../find-apps.ts'
import { groupByLoader } from '../worker-chunks.ts'

// The bundler's chunk loader marks each script element with its release and chunk.
const markedRelease = 'document.currentScript.dataset.rspack.split(":")[0]'

/**
 * Makes the chunks of a remote read the name of their release from the script element that loads them. A chunk without a
 * change then has the same bytes and the same hash in the next release, and the entry, which lists the hashes, hardly differs.
 */
export function stableChunksPlugin(app: App): RsbuildPlugin {
  return {
    name: 'portico:stable-chunks',
    apply: 'build',
    setup(api) {
      if (app.manifest === null) return // the shell is one file
      // After minification, before the bundler computes the hashes.
      api.processAssets({ stage: 'dev-tooling' }, ({ assets, compilation, sources }) => {
        // The entries contain the release anyway, and a worker has no element to read it from.
        const chunks = groupByLoader(compilation).pages.filter((chunk) => !chunk.hasRuntime())
        for (const name of chunks.flatMap(({ files }) => [...files])) {
          if (!name.endsWith('.js') || !isReleased(name)) continue
          const text = removeRelease(assets[name]?.source().toString() ?? '', containerGlobal(app))
          compilation.updateAsset(name, new sources.RawSource(text))
        }
      })
    },
  }
}

/** Replaces the release's name in the code of a chunk. Throws if it is elsewhere than expected. */
export function removeRelease(code: string, release: string): string {
  const opening = `globalThis.${release}_chunks||=[]`
  const replaced = code.replace(opening, `globalThis[${markedRelease}+"_chunks"]||=[]`)
  if (replaced !== code && !replaced.includes(release)) return replaced
  throw new Error(
    `Expected a chunk that starts with (${opening}) and names its release nowhere else, got: ${code.slice(0, 200)}`,
  )
}
