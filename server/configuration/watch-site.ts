import { statSync } from 'node:fs'
import type { Site } from '@portico/kit/site/site.ts'
import { readSite } from './read-site.ts'

/**
 * For development: the owner's values, read again whenever `file` changes. While the file is invalid or missing the previous
 * values stay, and `onError` is called once. Throws an OperatorError if it is invalid at startup.
 */
export function watchSite(file: string, onError: (error: unknown) => void): Site {
  let lastChange = readChangeTime(file)
  let site = readSite(file)
  function current(): Site {
    const change = readChangeTime(file)
    if (change === lastChange) return site
    lastChange = change
    try {
      site = readSite(file)
    } catch (error) {
      onError(error)
    }
    return site
  }
  return new Proxy(site, {
    get: (_, key) => Reflect.get(current(), key),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(current(), key),
  })
}

/** null: the file doesn't exist, as for a moment while an editor replaces it. */
function readChangeTime(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null
}
