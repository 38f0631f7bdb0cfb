import { Link } from '@portico/shared/contract/router.ts'
import { useState } from 'react'
import { categories } from '../data/index.ts'
import { addressOf, type Entry, nameOf } from '../model/entry.ts'
import { buildRequest } from '../request/build-request.ts'
import { useProvider } from '../request/use-api-target.ts'
import { curl } from '../samples/curl.ts'
import type { Finding } from '../search/catalogue-search.ts'
import { type Reason, reasonsFor } from '../search/explain-match.ts'
import { ReasonLine } from '../search/match-reasons.tsx'
import { useCopy } from '../ui/copying.tsx'
import styles from './global-search.module.css'

/** So many are drawn at once: more than a screen holds, few enough to follow each key. */
const shownAtOnce = 16

interface FoundEntriesProps {
  readonly finding: Finding
  readonly text: string
  readonly onChosen: () => void
}

/** Endpoints and variants that were found, best first, each a link to its row. */
export function FoundEntries({ finding, text, onChosen }: FoundEntriesProps) {
  const { places, found, entryAt } = finding
  const [more, setMore] = useState({ text, shown: shownAtOnce })
  const shown = more.text === text ? more.shown : shownAtOnce
  return (
    <>
      <ul className={styles.list} aria-label="Endpoints">
        {[...places.subarray(0, shown)].map((place) => {
          const entry = entryAt(place)
          return (
            entry && (
              <FoundEntry
                key={place}
                entry={entry}
                reasons={text.trim() === '' ? [] : reasonsFor(entry, found)}
                onChosen={onChosen}
              />
            )
          )
        })}
      </ul>
      {places.length > shown && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setMore({ text, shown: shown + shownAtOnce * 3 })}
        >
          Show more of {places.length.toLocaleString('en')}
        </button>
      )}
    </>
  )
}

interface FoundEntryProps {
  readonly entry: Entry
  readonly reasons: readonly Reason[]
  readonly onChosen: () => void
}

function FoundEntry({ entry, reasons, onChosen }: FoundEntryProps) {
  const copy = useCopy()
  const { base } = useProvider()
  const { path, row, variant } = entry
  const category = categories.find((candidate) => candidate.path === path)?.title
  const copyCurl = () => copy(curlOf(entry, base), `the curl line of ${nameOf(entry)}`)
  return (
    <li className={styles.item}>
      <Link className={styles.way} data-found to={addressOf(entry)} onClick={onChosen}>
        <span className={styles.name}>{nameOf(entry)}</span>
        <span className={styles.detail}>
          {category}
          {variant && ` · ${row.name}`}
        </span>
        <ReasonLine reasons={reasons} />
      </Link>
      <button
        type="button"
        className={styles.copy}
        aria-label={`Copy curl of ${nameOf(entry)}`}
        onClick={copyCurl}
      >
        Copy curl
      </button>
    </li>
  )
}

function curlOf({ row, variant }: Entry, base: string): string {
  const request = buildRequest({ row, base, values: row.example, variant: variant ?? undefined })
  return curl({ request, output: row.output }) ?? ''
}
