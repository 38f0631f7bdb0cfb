import styles from './global-search.module.css'

/** What to do where nothing was found. */
export function FoundNothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return (
    <p className={styles.nothing}>
      {isNarrowed
        ? 'Fewer filters or other words find more.'
        : 'Say what goes in or comes out, such as “sticker” or “phone number”, or an operation, such as “ytdl”.'}
    </p>
  )
}
