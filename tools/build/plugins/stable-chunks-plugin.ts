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
      // After minification, before the bundler writes source maps and computes the hashes.
      api.processAssets({ stage: 'optimize-size' }, ({ assets, compilation, sources }) => {
        // The entries contain the release anyway, and a worker has no element to read it from.
        const chunks = groupByLoader(compilation).pages.filter((chunk) => !chunk.hasRuntime())
        for (const name of chunks.flatMap(({ files }) => [...files])) {
          if (!name.endsWith('.js') || !isReleased(name)) continue
          const source = assets[name]
          if (source === undefined) continue
          const { start, end, text } = removeRelease(source.source().toString(), containerGlobal(app))
          const replaced = new sources.ReplaceSource(source)
          replaced.replace(start, end - 1, text)
          compilation.updateAsset(name, replaced)
        }
      })
    },
  }
}

/** The part of a chunk's code that names the release, and what replaces it. Throws if it is elsewhere than expected. */
export function removeRelease(code: string, release: string) {
  const opening = `.${release}_chunks`
  const start = code.indexOf(opening)
  const end = start + opening.length
  if (code.split(release).length === 2 && code.slice(0, end).endsWith(`globalThis${opening}`))
    return { start, end, text: `[${markedRelease}+"_chunks"]` }
  throw new Error(
    `Expected a chunk that starts with (${opening}) and names its release nowhere else, got: ${code.slice(0, 200)}`,
  )
}
