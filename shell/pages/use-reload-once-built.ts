import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { useEffect } from 'react'
import type { LoadFailure } from '../remotes/load-failure.ts'
import { fetchDiscovery } from '../remotes/poll-discovery.ts'

const pollMs = 1_000

/**
 * In development, reloads the page once a remote that did not compile has been built again: it isn't on the page, so
 * nothing else notices the update.
 */
export function useReloadOnceBuilt({ name, release }: SelectedRemote, failure: LoadFailure | null): void {
  const isMissing = import.meta.env.MODE === 'development' && failure?.phase === 'entry'
  useEffect(
    () => (isMissing ? watchBuild({ name, release }, () => location.reload()) : undefined),
    [isMissing, name, release],
  )
}

/** Calls `onChange` when the remote's entry differs from the one that the page requested. Returns a function that stops. */
function watchBuild({ name, release }: Pick<SelectedRemote, 'name' | 'release'>, onChange: () => void) {
  const address = getReleaseFolder(name, getReleaseId(release)) + release.entry.file
  let last: string | undefined
  const poll = async () => {
    const [text, discovery] = await Promise.all([
      fetch(address, { cache: 'no-store' }).then((response) => response.text()),
      fetchDiscovery(fetch),
    ])
    const integrity = discovery?.remotes[name]?.stable.entry.integrity
    // A page that was requested during a build names the hash of the previous one.
    const isOutdated = integrity !== undefined && integrity !== release.entry.integrity
    if (isOutdated || (last !== undefined && text !== last)) onChange()
    last = text
  }
  const pollNow = () => void poll().catch(() => {}) // The development server has been stopped.
  const timer = setInterval(pollNow, pollMs)
  pollNow()
  return () => clearInterval(timer)
}
