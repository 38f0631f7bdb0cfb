import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'

type Named = Pick<SelectedRemote, 'name'>
type Selected = Pick<SelectedRemote, 'name' | 'fallback'> & {
  readonly release: Pick<SelectedRemote['release'], 'origins'>
}

/**
 * Keeps isolated pages and the code of other remotes in separate documents: a listener or timer of one remote would go on in
 * the pages of the next. Keeps pages in documents whose policy allows just the origins that their remote uses: it can't change.
 */
export type Isolation = ReturnType<typeof createIsolation>

/** Creates the isolation of a document in which no remote has run, and whose policy allows the origins of `owner`. */
export function createIsolation(owner?: Selected) {
  const running = new Set<string>()
  const held: string[] = []
  let listOwners: () => readonly string[] = () => []
  const allowed = new Set(owner && listOrigins(owner))
  const isAllowed = (remote: Selected) =>
    (owner === undefined || owner.name === remote.name) && listOrigins(remote).every((it) => allowed.has(it))
  const isKeptOut = ({ name }: Named) => [...held, ...listOwners()].some((owner) => owner !== name)
  return {
    /** Whether the code of a remote may run in the document now. Remembers that it does. */
    admit(remote: Named) {
      if (isKeptOut(remote)) return false
      running.add(remote.name)
      return true
    },
    /** Whether a page may open in the document. If not, it needs one of its own. */
    mayOpen: (remote: Selected, { isolated = false }: Pick<RemotePage, 'isolated'>) =>
      isAllowed(remote) &&
      !isKeptOut(remote) &&
      !(isolated && [...running].some((name) => name !== remote.name)),
    /** An isolated page of this remote is in the document. Returns what to call when it no longer is. */
    hold({ name }: Named) {
      held.push(name)
      return () => void held.splice(held.indexOf(name), 1)
    },
    /** `listOwners` returns the remotes whose isolated pages are open or opening. */
    follow(list: () => readonly string[]) {
      listOwners = list
    },
  }
}

/** What each origin is used for, by the release and by the one that may replace it. */
function listOrigins({ release, fallback }: Selected): string[] {
  return [release.origins, fallback?.origins].flatMap((origins = {}) =>
    Object.entries(origins).flatMap(([use, list]) => list.map((origin) => `${use} ${origin}`)),
  )
}
