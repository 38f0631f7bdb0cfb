import { Link } from '@portico/kit/contract/router.ts'
import { formatNumber } from '@portico/kit/format.ts'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { categories } from '../data/categories.build.ts'
import { type Entry, getEntryName, getEntryPath } from '../model/entry.ts'
import { buildRequest } from '../request/build-request.ts'
import { useApiTarget } from '../request/use-api-target.ts'
import { curl } from '../samples/curl.ts'
import { capVariants, getRowKey } from '../search/cap-variants.ts'
import type { SearchResults } from '../search/catalogue-search.ts'
import { explainMatch, type MatchReason } from '../search/explain-match.ts'
import { MatchReasons } from '../search/match-reasons.tsx'
import { useCopy } from '../ui/copy-announcer.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './global-search.module.css'

/** More than fit on a screen, few enough to render on every key press. */
const pageSize = 16

const noRows: ReadonlySet<string> = new Set()

interface EndpointResultsProps {
  readonly results: SearchResults
  readonly text: string
  readonly onSelect: () => void
}

/** Matching endpoints and variants, best first, each a link to its row. */
export function EndpointResults({ results, text, onSelect }: EndpointResultsProps) {
  const { match, getEntry } = results
  const list = useRef<HTMLUListElement>(null)
  const [state, setState] = useState<Expansion>({ text, shown: pageSize, rows: noRows })
  const { shown, rows } = state.text === text ? state : { shown: pageSize, rows: noRows }
  const { positions, more } = useMemo(() => capVariants(results, rows), [results, rows])
  const showAll = (key: string, index: number) => {
    setState({ text, shown, rows: new Set([...rows, key]) })
    // The button is gone once the variants are there: continue with the first of them.
    requestAnimationFrame(() => focusRevealed(list.current, key, index))
  }
  return (
    <>
      <ul ref={list} className={styles.list} aria-label="Endpoints">
        {positions.slice(0, shown).map((position, index) => {
          const entry = getEntry(position)
          const variants = more.get(position)
          return (
            entry && (
              <EndpointResult
                key={position}
                entry={entry}
                reasons={text.trim() === '' ? [] : explainMatch(entry, match)}
                onSelect={onSelect}
              >
                {variants && (
                  <button type="button" className={styles.more} onClick={() => showAll(variants.key, index)}>
                    Show all {variants.count} {variants.row.variants?.noun}
                    <VisuallyHidden> of {variants.row.name}</VisuallyHidden>
                  </button>
                )}
              </EndpointResult>
            )
          )
        })}
      </ul>
      {positions.length > shown && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setState({ text, shown: shown + pageSize * 3, rows })}
        >
          Show more of {formatNumber(positions.length)}
        </button>
      )}
    </>
  )
}

/** Focuses the first result of a row after `index`; if there is none, the one at `index`. */
function focusRevealed(list: HTMLElement | null, key: string, index: number): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-result]') ?? [])]
  const revealed = links.slice(index + 1).find((link) => link.dataset.result === key)
  ;(revealed ?? links[index])?.focus()
}

/** What the visitor has expanded, for one text. */
interface Expansion {
  readonly text: string
  /** How many results are shown. */
  readonly shown: number
  /** Keys of the rows whose variants are all shown. */
  readonly rows: ReadonlySet<string>
}

interface EndpointResultProps {
  readonly entry: Entry
  readonly reasons: readonly MatchReason[]
  readonly onSelect: () => void
  /** Shown below it. */
  readonly children?: ReactNode
}

function EndpointResult({ entry, reasons, onSelect, children }: EndpointResultProps) {
  const copy = useCopy()
  const { base } = useApiTarget()
  const { path, row, variant } = entry
  const name = getEntryName(entry)
  const category = categories.find((candidate) => candidate.path === path)?.title
  const copyCurl = () => copy(toCurl(entry, base), `the curl command for ${name}`)
  return (
    <li className={styles.item}>
      <Link
        className={styles.link}
        data-result={getRowKey(entry)}
        to={getEntryPath(entry)}
        onClick={onSelect}
      >
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
      {children}
    </li>
  )
}

function toCurl({ row, variant }: Entry, base: string): string {
  const request = buildRequest({ row, base, values: row.example, variant: variant ?? undefined })
  return curl({ request, output: row.output })
}
