import { Link } from '@portico/kit/contract/router.ts'
import { paths } from '@portico/kit/paths.ts'
import { type CloseMatch, CloseMatchesSchema } from '@portico/protocol/release/close-matches.ts'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import styles from './not-found-page.module.css'

/** Links to pages with an address similar to `path`. Below everything else, because they arrive later, or never. */
export function CloseMatches({ path }: { readonly path: string }) {
  const [matches, setMatches] = useState<readonly CloseMatch[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    fetchCloseMatches(path, leaving.signal).then(setMatches, () => {}) // offline; the page is complete without them
    return () => leaving.abort()
  }, [path])
  if (matches.length === 0) return null
  return (
    <nav className={styles.matches} aria-labelledby="close-matches">
      <h2 id="close-matches" className={styles.heading}>
        Did you mean
      </h2>
      <ul className={styles.list}>
        {matches.map(({ address, title }) => (
          <li key={address}>
            <Link className={styles.match} to={address}>
              <strong>{title}</strong>
              <span className={styles.address}>{address}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

async function fetchCloseMatches(path: string, signal: AbortSignal): Promise<readonly CloseMatch[]> {
  const response = await fetch(`${paths.closeMatches}?${new URLSearchParams({ path: path.slice(0, 200) })}`, {
    signal,
  })
  return v.parse(CloseMatchesSchema, await response.json()).matches
}
