import { Link } from '@portico/kit/contract/router.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import type { ChangeView, View } from '../../model/view.ts'
import styles from './empty-listing.module.css'

/** Suggestions for a search without results. */
export function NoResults({ view, change }: { readonly view: View; readonly change: ChangeView }) {
  const text = view.text.trim()
  return (
    <div className={styles.empty}>
      <h2>No results</h2>
      <p>No endpoints match your search and filters.</p>
      <p className={styles.actions}>
        {view.selection.size > 0 && (
          <Button tone="secondary" size="small" onClick={() => change({ selection: new Map() })}>
            Clear filters
          </Button>
        )}
        {text !== '' && (
          <Link to={`/api?q=${encodeURIComponent(text)}`}>Search all categories for “{text}”</Link>
        )}
      </p>
    </div>
  )
}
