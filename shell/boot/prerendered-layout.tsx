import { createStaticHost } from '@portico/kit/contract/static-host.ts'
import { getAuthenticated, type VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { anyPath } from '@portico/protocol/release/prerender.ts'
import { StaticRouter } from 'react-router'
import { mainLinks } from '../layout/header/main-menu.tsx'
import { Loading } from '../layout/loading/loading.tsx'
import { NoScriptLayout } from '../layout/no-script-layout.tsx'
import { RootLayout } from '../pages/root-layout.tsx'

/** The header marks the link to the current page or its parent, so each main link has its own prerendered layout. */
export const layoutPaths: readonly string[] = [
  ...mainLinks.flatMap(({ to, alias }) => (alias === undefined ? [to] : [to, alias])),
  anyPath,
]

interface PrerenderedLayoutProps {
  readonly site: Site
  readonly path: string
  readonly visitor: VisitorState
  readonly year: string
}

/** The layout for visitors in one state, with a slot for the page. The build renders it. */
export function PrerenderedLayout({ site, path, visitor, year }: PrerenderedLayoutProps) {
  const host = createStaticHost(site, { authenticated: getAuthenticated(visitor), record: null })
  return (
    <StaticRouter location={path === anyPath ? '/*' : path}>
      <RootLayout host={host} prerendered={{ year }} Page={Slot} />
    </StaticRouter>
  )
}

/**
 * The content of the slot while a page that was not prerendered loads, with a slot for what visitors without JavaScript get
 * instead. React never hydrates it, see force-client-render.tsx.
 */
export function PrerenderedLoading() {
  return (
    <>
      <Loading />
      <noscript data-plain-page="">
        <Slot />
      </noscript>
    </>
  )
}

/** The layout for visitors without JavaScript at an address that has no frame, with a slot for what the server knows about it. */
export function PrerenderedNoScript({ site, year }: { site: Site; year: string }) {
  return <NoScriptLayout site={site} year={year} slot={<Slot />} />
}

/** Renders `pageSlot`; a test compares the two. */
function Slot() {
  return <template data-slot="page" />
}
