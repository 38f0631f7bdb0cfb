import { Link } from '@portico/shared/contract/router.ts'
import { formatNumber } from '@portico/shared/format.ts'
import { useState } from 'react'
import { categories } from '../data/categories.build.ts'
import { type Entry, getEntryName, getEntryPath } from '../model/entry.ts'
import { buildRequest } from '../request/build-request.ts'
import { useApiTarget } from '../request/use-api-target.ts'
import { curl } from '../samples/curl.ts'
import type { SearchResults } from '../search/catalogue-search.ts'
import { explainMatch, type MatchReason } from '../search/explain-match.ts'
import { MatchReasons } from '../search/match-reasons.tsx'
import { useCopy } from '../ui/copy-announcer.tsx'
import styles from './global-search.module.css'

/** More than fit on a screen, few enough to render on every key press. */
const pageSize = 16

interface EndpointResultsProps {
  readonly results: SearchResults
  readonly text: string
  readonly onSelect: () => void
}

/** Matching endpoints and variants, best first, each a link to its row. */
export function EndpointResults({ results, text, onSelect }: EndpointResultsProps) {
  const { positions, match, getEntry } = results
  const [expanded, setExpanded] = useState({ text, shown: pageSize })
  const shown = expanded.text === text ? expanded.shown : pageSize
  return (
    <>
      <ul className={styles.list} aria-label="Endpoints">
        {[...positions.subarray(0, shown)].map((position) => {
          const entry = getEntry(position)
          return (
            entry && (
              <EndpointResult
                key={position}
                entry={entry}
                reasons={text.trim() === '' ? [] : explainMatch(entry, match)}
                onSelect={onSelect}
              />
            )
          )
        })}
      </ul>
      {positions.length > shown && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setExpanded({ text, shown: shown + pageSize * 3 })}
        >
          Show more of {formatNumber(positions.length)}
        </button>
      )}
    </>
  )
}

interface EndpointResultProps {
  readonly entry: Entry
  readonly reasons: readonly MatchReason[]
  readonly onSelect: () => void
}

function EndpointResult({ entry, reasons, onSelect }: EndpointResultProps) {
  const copy = useCopy()
  const { base } = useApiTarget()
  const { path, row, variant } = entry
  const name = getEntryName(entry)
  const category = categories.find((candidate) => candidate.path === path)?.title
  const copyCurl = () => copy(toCurl(entry, base), `the curl command for ${name}`)
  return (
    <li className={styles.item}>
      <Link className={styles.link} data-result to={getEntryPath(entry)} onClick={onSelect}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {category}
          {variant && ` · ${row.name}`}
        </span>
        <MatchReasons reasons={reasons} />
      </Link>
      <button type="button" className={styles.copy} aria-label={`Copy curl for ${name}`} onClick={copyCurl}>
        Copy curl
      </button>
    </li>
  )
}

function toCurl({ row, variant }: Entry, base: string): string {
  const request = buildRequest({ row, base, values: row.example, variant: variant ?? undefined })
  return curl({ request, output: row.output })
}
