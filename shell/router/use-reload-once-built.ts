import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { useEffect } from 'react'
import type { LoadFailure } from '../remotes/load-failure.ts'

const pollMs = 1_000

/**
 * In development, reloads the page once a remote that did not compile has been built again: it is not on the page, so
 * nothing else learns of the update.
 */
export function useReloadOnceBuilt({ name, release }: SelectedRemote, failure: LoadFailure | null): void {
  const isMissing = import.meta.env.MODE === 'development' && failure?.phase === 'entry'
  const entry = getReleaseFolder(name, getReleaseId(release)) + release.entry.file
  useEffect(() => (isMissing ? watchFile(entry, () => location.reload()) : undefined), [isMissing, entry])
}

/** Calls `onChange` when the text of the file changes. Returns a function that stops. */
function watchFile(address: string, onChange: () => void): () => void {
  let last: string | undefined
  const poll = async () => {
    const text = await fetch(address, { cache: 'no-store' }).then((response) => response.text())
    if (last !== undefined && text !== last) onChange()
    last = text
  }
  const pollNow = () => void poll().catch(() => {}) // The development server has been stopped.
  const timer = setInterval(pollNow, pollMs)
  pollNow()
  return () => clearInterval(timer)
}
