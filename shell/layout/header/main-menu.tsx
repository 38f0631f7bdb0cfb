import { NavLink } from '@portico/shared/contract/router.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { SearchButton } from '../../search/search-button.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import styles from './main-menu.module.css'
import { SocialLinks } from './social-links.tsx'
import { useDisclosure } from './use-disclosure.ts'

/** The links of every page's header. */
export const links = [
  { to: '/', label: 'Home' },
  { to: '/projects', label: 'Projects' },
  { to: '/api', label: 'Api' },
  { to: '/contact', label: 'Contact' },
  { to: '/about', label: 'About' },
]

/** The site's links, the social links and the theme: a row, or on a narrow screen a panel behind a button. */
export function MainMenu({ social, path }: { social: Site['social']; path: string }) {
  const { isOpen, toggle, close, root, button, panelId } = useDisclosure(path)
  return (
    <div ref={root} className={styles.menu}>
      <SearchButton />
      <button
        ref={button}
        className={styles.toggle}
        type="button"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
      >
        <span className={styles.bars} />
      </button>
      <div id={panelId} className={styles.panel} data-open={isOpen || undefined}>
        <nav aria-label="Main">
          <ul className={styles.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <NavLink className={styles.link ?? ''} to={to} end={to === '/'} onClick={close}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.extras}>
          <SocialLinks social={social} />
          <ThemeSwitch />
        </div>
      </div>
    </div>
  )
}
