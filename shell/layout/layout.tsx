import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { ReactNode, Ref } from 'react'
import { Footer } from './footer/footer.tsx'
import { Header } from './header/header.tsx'
import styles from './layout.module.css'

interface LayoutProps {
  readonly site: Site
  readonly pages: readonly RemotePage[]
  /** Path of the page without its query; open menus close when it changes. */
  readonly path: string
  /** The year in the HTML, if the layout was prerendered; a mark in the build. */
  readonly prerenderYear?: number | string | undefined
  readonly mainRef?: Ref<HTMLElement>
  /** Shown between the header and the page. */
  readonly message?: ReactNode
  readonly children: ReactNode
}

/** The header, the page and the footer. */
export function Layout({ site, pages, path, prerenderYear, mainRef, message, children }: LayoutProps) {
  return (
    <div className={styles.layout}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header site={site} path={path} />
      {message}
      <main ref={mainRef} id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <Footer site={site} pages={pages} prerenderYear={prerenderYear} />
    </div>
  )
}
