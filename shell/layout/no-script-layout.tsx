import type { Site } from '@portico/kit/site/site.ts'
import type { ReactNode } from 'react'
import footer from './footer/footer.module.css'
import header from './header/header.module.css'
import { mainLinks } from './header/main-menu.tsx'
import styles from './layout.module.css'

interface NoScriptLayoutProps {
  readonly site: Site
  /** Of the copyright; a mark in the build. */
  readonly year: string
  /** Where the server inserts what it knows about the page. */
  readonly slot: ReactNode
}

/**
 * What a visitor without JavaScript gets at an address for which the server sends no frame: a header with the main links, and
 * the page's title and description. Short, because every such page contains it, for everyone. Only classes that the layout
 * loads anyway.
 */
export function NoScriptLayout({ site, year, slot }: NoScriptLayoutProps) {
  return (
    <div className={styles.layout}>
      <header className={header.header}>
        <div className={header.bar}>
          <a className={header.brand} href="/">
            {site.name}
          </a>
        </div>
      </header>
      <nav className={styles.plainNav} aria-label="Main">
        {mainLinks.map(({ to, label }) => (
          <a key={to} href={to}>
            {label}
          </a>
        ))}
      </nav>
      <main className={styles.content}>{slot}</main>
      <footer className={footer.footer}>
        <p className={footer.copyright}>
          © {year} {site.name}
        </p>
      </footer>
    </div>
  )
}
