import { Link } from '@portico/kit/contract/router.ts'
import type { SiteResult } from './find-site-results.ts'
import styles from './global-search.module.css'

interface SiteResultsProps {
  readonly label: string
  readonly results: readonly SiteResult[]
  readonly onSelect: () => void
}

/** Pages and actions of the site, each a link or a button. */
export function SiteResults({ label, results, onSelect }: SiteResultsProps) {
  if (results.length === 0) return null
  return (
    <>
      <p className={styles.group} aria-hidden="true">
        {label}
      </p>
      <ul className={styles.list} aria-label={label}>
        {results.map((result) => (
          // Two pages may have the same name.
          <li key={result.kind === 'page' ? result.path : result.name} className={styles.item}>
            <ResultControl result={result} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ResultControl({ result, onSelect }: { readonly result: SiteResult; readonly onSelect: () => void }) {
  if (result.kind === 'page') {
    return (
      <Link className={styles.link} data-result to={result.path} onClick={onSelect}>
        <span className={styles.name}>{result.name}</span>
        <span className={styles.detail}>{result.path}</span>
      </Link>
    )
  }
  const run = () => {
    result.run()
    onSelect()
  }
  return (
    <button type="button" className={styles.link} data-result onClick={run}>
      <span className={styles.name}>{result.name}</span>
      <span className={styles.detail}>action</span>
    </button>
  )
}
