import { Link } from '@portico/kit/contract/router.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { isAtOrBelow, toNormalPath } from '@portico/protocol/release/page-paths.ts'
import { SearchButton } from '../../search/search-button.tsx'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import styles from './main-menu.module.css'
import { SocialLinks } from './social-links.tsx'
import { useMenu } from './use-menu.ts'

interface MainLink {
  readonly to: string
  readonly label: string
  /** Another path of the same page. */
  readonly alias?: string
}

/** The main links in the header. */
export const mainLinks: readonly MainLink[] = [
  { to: '/', label: 'Home', alias: '/home' },
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
            {mainLinks.map((link) => (
              <li key={link.to}>
                <Link
                  className={styles.link ?? ''}
                  to={link.to}
                  aria-current={isCurrent(link, path) ? 'page' : undefined}
                  onClick={close}
                >
                  {link.label}
                </Link>
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

/** Whether the link opens the page at `path` or a parent of it. */
function isCurrent({ to, alias }: MainLink, path: string): boolean {
  return toNormalPath(path) === alias || isAtOrBelow(path, to)
}
