import type { RsbuildPlugin } from '@rsbuild/core'

// The bundler's runtime contains the hash of each script and style: sriHashes={a:"sha256-...",12:"sha256-..."}
const hashMap = /(\bsri\w{0,30}[hH]ashes\s*=\s*)\{((?:"?[\w.-]+"?:"sha256-[A-Za-z0-9+/]{43}=",?)+)\}/g

/**
 * Sorts the table of chunk hashes in the output. The bundler's order depends on timing, but equal sources must give equal
 * bytes.
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

/** Sorts the entries of every table of chunk hashes in `code` by their keys. */
export function sortHashes(code: string): string {
  return code.replace(hashMap, (_, opening: string, entries: string) => {
    const sorted = entries.split(/,(?="?[\w.-]+"?:)/).toSorted()
    return `${opening}{${sorted.join(',')}}`
  })
}
