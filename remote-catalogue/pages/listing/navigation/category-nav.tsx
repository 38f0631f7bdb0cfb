import { NavLink } from '@portico/kit/contract/router.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import { categories } from '../../../data/categories.build.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './category-nav.module.css'

const listId = 'catalogue-categories'

/** Links to every category: a sidebar on a wide screen, a popover on a narrow one, which the browser itself opens. */
export function CategoryNav({ path }: { readonly path: string }) {
  const current = categories.find((category) => category.path === path)
  return (
    <nav className={styles.nav} aria-label="Categories">
      <button type="button" className={`${getInputClass()} ${styles.button}`} popoverTarget={listId}>
        <span>
          <VisuallyHidden>Category: </VisuallyHidden>
          {current?.title} ({current?.count})
        </span>
      </button>
      <ul id={listId} className={styles.list} popover="auto">
        {categories.map(({ path, title, count }) => (
          <li key={path}>
            <NavLink className={styles.link} to={path}>
              {title} <span className={styles.count}>{count}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
