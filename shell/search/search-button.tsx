import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { siteSearchId } from '@portico/protocol/shortcuts.ts'
import { useOpenCommandPalette } from './command-palette.tsx'
import { isApple } from './is-apple.ts'
import styles from './search-button.module.css'

/**
 * Opens the command palette and shows its shortcut; only an icon where the header is narrow. The build does not know
 * whether the site has a search, so it is always prerendered, and styles hide it if the page has none.
 */
export function SearchButton() {
  const open = useOpenCommandPalette()
  const isHydrating = useIsHydrating()
  if (open === null && !isHydrating) return null
  return (
    <button
      type="button"
      className={isHydrating ? `${styles.button} ${styles.prerendered}` : styles.button}
      aria-haspopup="dialog"
      popoverTarget={siteSearchId} // until the command palette replaces that
      aria-keyshortcuts="Control+K Meta+K"
      title="Search the site"
      onClick={() => open?.()}
    >
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M11 4.25a6.75 6.75 0 1 1 0 13.5 6.75 6.75 0 0 1 0-13.5m4.9 11.65 4.6 4.6" />
      </svg>
      <span className={styles.word}>
        Search<span className="sr-only"> the site</span>
      </span>
      <span className={styles.key} aria-hidden="true">
        {!isHydrating && isApple() ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}
