import { useSession } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { AccountMenu } from './account-menu.tsx'
import styles from './header.module.css'
import { MainMenu } from './main-menu.tsx'

/** The header of every page: the owner's name, the main menu and the account menu. */
export function Header({ site, path }: { site: Site; path: string }) {
  const { authenticated } = useSession()
  const hasProfile = authenticated === true || authenticated === null
  return (
    <header className={styles.header}>
      <div className={styles.bar} data-has-profile={hasProfile || undefined}>
        <Link className={styles.brand} to="/">
          {site.name}
        </Link>
        <MainMenu social={site.social} path={path} />
        <AccountMenu path={path} />
      </div>
    </header>
  )
}
