import { type Entry, nameOf } from '../entries/entry.ts'
import { Aliases } from './aliases.tsx'
import { Feeds } from './feeds.tsx'

/** All about an entry. */
export function Detail({ entry }: { readonly entry: Entry }) {
  return (
    <section aria-label={nameOf(entry)}>
      <Aliases entry={entry} />
      <Feeds row={entry.row} />
    </section>
  )
}
