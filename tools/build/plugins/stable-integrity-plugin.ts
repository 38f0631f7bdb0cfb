import type { RsbuildPlugin } from '@rsbuild/core'

// The bundler's runtime names the hash of each script and style: sriHashes={a:"sha256-...",12:"sha256-..."}
const hashMap = /(\bsri\w*[hH]ashes\s*=\s*)\{((?:"?[\w.-]+"?:"sha256-[A-Za-z0-9+/]{43}=",?)+)\}/g

/**
 * Sorts the bundler's table of chunk hashes, whose order depends on which thread was ready first: the same sources
 * have to give the same bytes, alone or together with others.
 */
export function stableIntegrityPlugin(): RsbuildPlugin {
  return {
    name: 'portico:stable-integrity',
    setup(api) {
      api.processAssets({ stage: 'report' }, ({ assets, compilation, sources }) => {
        for (const [name, asset] of Object.entries(assets)) {
          if (!name.endsWith('.js')) continue
          const text = asset.source().toString()
          const sorted = sortHashes(text)
          if (sorted !== text) compilation.updateAsset(name, new sources.RawSource(sorted))
        }
      })
    },
  }
}

/** `code` with the entries of every table of chunk hashes in the order of their keys. */
export function sortHashes(code: string): string {
  return code.replace(hashMap, (_, opening: string, entries: string) => {
    const sorted = entries.split(/,(?="?[\w.-]+"?:)/).toSorted()
    return `${opening}{${sorted.join(',')}}`
  })
}
