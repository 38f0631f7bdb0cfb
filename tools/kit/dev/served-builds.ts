import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { BuiltRelease } from '../../release-cli/built-release.ts'
import { createKeptEntries } from './kept-entries.ts'

/** The builds of which pages get files. */
export type ServedBuilds = ReturnType<typeof createServedBuilds>

/** Serves `first` until another build is added. */
export function createServedBuilds(first: BuiltRelease) {
  const entries = createKeptEntries()
  const replaced = new Set<string>()
  let newest = entries.keep(first)
  return {
    getNewest: () => newest,
    entries,
    /** Gives further pages a newer build; `isOther`: what the earlier ones have can't be updated to it. */
    add(build: BuiltRelease, isOther: boolean) {
      if (isOther) replaced.add(getFolder(newest))
      newest = entries.keep(build)
    },
    /** The name of a file in the newest build by its path on the site; null: it is none of its files. */
    findFile(pathname: string) {
      const folder = getFolder(newest)
      return pathname.startsWith(folder) ? pathname.slice(folder.length) : null
    },
    // A build has the id of the one before after a mistake in the manifest was corrected: then only updates are gone.
    /** Whether a file is of a build that pages can't be updated from. */
    isReplaced(pathname: string) {
      const folder = [...replaced].find((replacedFolder) => pathname.startsWith(replacedFolder))
      if (folder === undefined || folder !== getFolder(newest)) return folder !== undefined
      return pathname.endsWith('.hot-update.json') && !existsSync(join(newest.folder, basename(pathname)))
    },
  }
}

function getFolder({ record }: BuiltRelease): string {
  return getReleaseFolder(record.remote, getReleaseId(record))
}
