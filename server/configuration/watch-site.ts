import { statSync } from 'node:fs'
import type { Site } from '@portico/shared/site/site.ts'
import { readSite } from './read-site.ts'

/**
 * For development: the owner's values, read again whenever `file` has changed. A file that is wrong or away leaves
 * those from before; `onMistake` is told once. Throws a SiteConfigError where it is wrong at the start.
 */
export function watchSite(file: string, onMistake: (error: unknown) => void): Site {
  let seen = changedAt(file)
  let site = readSite(file)
  function current(): Site {
    const now = changedAt(file)
    if (now === seen) return site
    seen = now
    try {
      site = readSite(file)
    } catch (error) {
      onMistake(error)
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

/** null: the file is away, as it is for a moment while an editor replaces it. */
function changedAt(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null
}
