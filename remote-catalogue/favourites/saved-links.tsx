import { Link } from '@portico/kit/contract/router.ts'
import { getEntryPath } from '../model/entry.ts'
import styles from './favourites.module.css'
import { type SavedLink, useSavedLinks } from './use-saved-links.ts'

/** Links to the favourites and to recently used endpoints. */
export function SavedLinks() {
  const { favourites, recent } = useSavedLinks()
  return (
    <>
      <LinkList label="Favourites" links={favourites} />
      <LinkList label="Recent" links={recent} />
    </>
  )
}

function LinkList({ label, links }: { readonly label: string; readonly links: readonly SavedLink[] }) {
  if (links.length === 0) return null
  return (
    <div className={styles.links}>
      <span>{label}</span>
      <ul aria-label={label}>
        {links.map((link) => (
          <li key={link.path + link.id}>
            <Link to={getEntryPath(link)}>{link.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
