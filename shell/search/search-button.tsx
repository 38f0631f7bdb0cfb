import { useOpenCommandPalette } from './command-palette.tsx'
import { isApple } from './is-apple.ts'
import styles from './search-button.module.css'

/** Opens the command palette and shows its shortcut; only an icon where the header is narrow. */
export function SearchButton() {
  const open = useOpenCommandPalette()
  if (open === null) return null
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title="Search the site"
      onClick={() => open()}
    >
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M11 4.25a6.75 6.75 0 1 1 0 13.5 6.75 6.75 0 0 1 0-13.5m4.9 11.65 4.6 4.6" />
      </svg>
      <span className={styles.word}>
        Search<span className="sr-only"> the site</span>
      </span>
      <span className={styles.key} aria-hidden="true">
        {isApple() ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}
