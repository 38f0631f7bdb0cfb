import { Link } from '@portico/kit/contract/router.ts'
import { categories } from '../../../data/categories.build.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './adjacent-categories.module.css'

/** Links to the categories before and after the one at `path`. */
export function AdjacentCategories({ path }: { readonly path: string }) {
  const index = categories.findIndex((category) => category.path === path)
  const previous = categories[index - 1]
  const next = categories[index + 1]
  return (
    <nav className={styles.nav} aria-label="Previous and next category">
      {previous && (
        <Link rel="prev" to={previous.path}>
          <VisuallyHidden>Previous: </VisuallyHidden>
          {previous.title}
        </Link>
      )}
      {next && (
        <Link rel="next" to={next.path}>
          <VisuallyHidden>Next: </VisuallyHidden>
          {next.title}
        </Link>
      )}
    </nav>
  )
}
