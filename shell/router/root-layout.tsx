import { type Host, HostContext, useSession } from '@portico/shared/contract/contract.ts'
import { useLocation } from '@portico/shared/contract/router.ts'
import type { PrerenderMark } from '@portico/shared/release/prerender.ts'
import { prefersReducedMotion } from '@portico/shared/ui/reduced-motion.ts'
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState, ViewTransition } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { Layout } from '../layout/layout.tsx'
import { Loading } from '../layout/loading/loading.tsx'
import { Preloader } from '../layout/preloader/preloader.tsx'
import { CommandPaletteProvider } from '../search/command-palette.tsx'
import { focusHeading } from './focus-heading.ts'
import { RestoreScroll } from './restore-scroll.tsx'

/** What is known of a page that was prerendered: the year in which. */
type Ahead = Pick<PrerenderMark, 'year'>

interface RootLayoutProps {
  readonly host: Host
  readonly prerendered?: Ahead | null
  /** Stands above the frame. */
  readonly banner?: ReactNode
}

/** The root of every page: the frame, and the routed page in it. */
export function RootLayout({ host, prerendered = null, banner }: RootLayoutProps) {
  return (
    <HostContext value={host}>
      {prerendered === null && <Preloader />}
      {banner}
      <CommandPaletteProvider>
        <FramedPage host={host} prerendered={prerendered}>
          <PageOrLoading isHydrating={prerendered !== null} />
        </FramedPage>
      </CommandPaletteProvider>
      <RestoreScroll />
    </HostContext>
  )
}

function FramedPage({
  host,
  prerendered,
  children,
}: {
  host: Host
  prerendered: Ahead | null
  children: ReactNode
}) {
  const { pathname } = useLocation()
  return (
    <Layout
      site={host.site}
      pages={host.pages}
      session={useSession()}
      path={pathname}
      prerenderYear={prerendered?.year}
    >
      {children}
    </Layout>
  )
}

/** While another page's code is on its way `Loading...` stands in its place; a page that is there comes at once. */
function PageOrLoading({ isHydrating }: { isHydrating: boolean }) {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const [firstPath] = useState(pathname)
  const [moved, setMoved] = useState<'with motion' | 'without' | null>(null)
  if (moved === null && pathname !== firstPath) setMoved(mayMove() ? 'with motion' : 'without')
  useHeadingFocus(pathname)
  if (state === 'loading' && location.pathname !== pathname) return <Loading />
  // The first page comes as it is, so that nothing stands before the first paint.
  if (moved === null && isHydrating) return <PrerenderedPage />
  if (moved !== 'with motion') return <Outlet />
  // Only what comes is animated: what goes would hold back the page that is there already.
  return (
    <ViewTransition key={pathname} default="none" enter="page">
      <Outlet />
    </ViewTransition>
  )
}

/** What was prerendered stays within the boundary until its code is there, and is then taken over. */
function PrerenderedPage() {
  return (
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  )
}

function mayMove(): boolean {
  return !prefersReducedMotion()
}

/**
 * Moves the focus to the new page's heading, as a full page load would; the first page keeps the browser's. It moves
 * with the page itself and not after its motion: by then a quick visitor may be in a field.
 */
function useHeadingFocus(pathname: string): void {
  const before = useRef(pathname)
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    focusHeading()
  }, [pathname])
}
