import styles from './global-search.module.css'

/** Suggestions when nothing matches. */
export function NoResultsHint({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <p className={styles.hint}>
      {isFiltered
        ? 'No endpoints match your search and filters.'
        : 'Try what you have or what you want, such as “sticker” or “phone number”, or an operation, such as “ytdl”.'}
    </p>
  )
}
