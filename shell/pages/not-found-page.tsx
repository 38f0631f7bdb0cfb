import { Link, useLocation } from '@portico/kit/contract/router.ts'
import { paths } from '@portico/kit/paths.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import { type CloseMatch, CloseMatchesSchema } from '@portico/protocol/release/close-matches.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import actionStyles from '../remotes/failure-actions.module.css'
import { useOpenCommandPalette } from '../search/command-palette.tsx'
import styles from './not-found-page.module.css'
import failureStyles from './page-failure.module.css'
import { useTitle } from './page-screen.tsx'

export const notFoundTitle = 'Page Not Found'

/** The screen for an unknown address: a search for its words, and pages with similar addresses. */
export function NotFoundPage() {
  useTitle(notFoundTitle)
  const { pathname } = useLocation()
  return (
    <section className={failureStyles.screen}>
      <p className={failureStyles.code}>404</p>
      <h1 tabIndex={-1}>{notFoundTitle}</h1>
      <p className={failureStyles.text}>
        There is no page at this address. It may have moved, or the link has a typo.
      </p>
      {/* The key fills in the words of the next address. */}
      <SiteSearch key={pathname} words={getWords(pathname)} />
      <p className={failureStyles.actions}>
        <Link className={actionStyles.quiet} to="/">
          Go to the home page
        </Link>
      </p>
      <CloseMatches path={pathname} />
    </section>
  )
}

/** Opens the command palette with the words of the address; renders nothing for visitors without a search. */
function SiteSearch({ words }: { readonly words: string }) {
  const open = useOpenCommandPalette()
  const id = useId()
  if (open === null) return null
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    open(typeof text === 'string' ? text : '')
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that is the landmark itself, as the other search fields
    <form role="search" className={styles.search} onSubmit={search}>
      <label className={styles.label} htmlFor={id}>
        Search the site
      </label>
      <input id={id} className={getInputClass()} type="search" name="text" defaultValue={words} />
      <button type="submit" className={actionStyles.action}>
        Search
      </button>
    </form>
  )
}

/** `/api/text_efect` → `text efect`: the words in the last part of the path. */
function getWords(path: string): string {
  const [last = ''] = path.split('/').filter(Boolean).slice(-1)
  return last.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Links to pages with an address similar to `path`. Below everything else, because they arrive later, or never. */
function CloseMatches({ path }: { readonly path: string }) {
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
