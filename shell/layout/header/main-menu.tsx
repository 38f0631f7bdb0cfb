import { NavLink } from '@portico/shared/contract/router.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { SearchButton } from '../../search/search-button.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import styles from './main-menu.module.css'
import { SocialLinks } from './social-links.tsx'
import { useMenu } from './use-menu.ts'

/** The main links in the header. */
export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/projects', label: 'Projects' },
  { to: '/api', label: 'Api' },
  { to: '/contact', label: 'Contact' },
  { to: '/about', label: 'About' },
]

/** The main links, the social links and the theme switch: a row, or on a narrow screen a menu. */
export function MainMenu({ social, path }: { social: Site['social']; path: string }) {
  const { root, button, popover, popoverId, close } = useMenu<HTMLDivElement>(path)
  return (
    <div ref={root} className={styles.menu}>
      <SearchButton />
      <button
        ref={button}
        className={styles.toggle}
        type="button"
        aria-label="Menu"
        popoverTarget={popoverId}
      >
        <span className={styles.bars} />
      </button>
      <div ref={popover} id={popoverId} className={styles.panel} popover="auto">
        <nav aria-label="Main">
          <ul className={styles.links}>
            {mainLinks.map(({ to, label }) => (
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
