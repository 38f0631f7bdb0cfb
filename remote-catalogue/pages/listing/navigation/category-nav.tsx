import { NavLink, useNavigate } from '@portico/kit/contract/router.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import { categories } from '../../../data/categories.build.ts'
import styles from './category-nav.module.css'

/** Links to every category: a sidebar on a wide screen, a select on a narrow one. */
export function CategoryNav({ path }: { readonly path: string }) {
  const navigate = useNavigate()
  return (
    <nav className={styles.nav} aria-label="Categories">
      <ul className={styles.list}>
        {categories.map(({ path, title, count }) => (
          <li key={path}>
            <NavLink className={styles.link} to={path}>
              {title} <span className={styles.count}>{count}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <select
        className={`${getInputClass()} ${styles.select}`}
        aria-label="Go to category"
        value={path}
        onChange={({ target }) => target.value !== path && navigate(target.value)}
      >
        {categories.map(({ path, title, count }) => (
          <option key={path} value={path}>
            {title} ({count})
          </option>
        ))}
      </select>
    </nav>
  )
}
