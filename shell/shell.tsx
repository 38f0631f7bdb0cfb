import { type Host, HostContext, useSession } from '@portico/shared/contract/contract.ts'
import { useLocation } from '@portico/shared/contract/router.ts'
import { type ReactNode, useEffect, useRef, useState, ViewTransition } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { Palette } from './finder/palette.tsx'
import { focusHeading } from './focus-heading.ts'
import { Frame } from './frame/frame.tsx'
import { Loading } from './frame/loading/loading.tsx'
import { Preloader } from './frame/preloader/preloader.tsx'
import { RestoredScroll } from './scroll/restored-scroll.tsx'

/** The root of every page: the frame, and the routed page in it. */
export function Shell({ host }: { host: Host }) {
  return (
    <HostContext value={host}>
      <Preloader />
      <FramedPage host={host}>
        <PageOrLoading />
      </FramedPage>
      <Palette />
      <RestoredScroll />
    </HostContext>
  )
}

function FramedPage({ host, children }: { host: Host; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Frame site={host.site} pages={host.pages} session={useSession()} path={pathname}>
      {children}
    </Frame>
  )
}

/** While another page's code is on its way `Loading...` stands in its place; a page that is there comes at once. */
function PageOrLoading() {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const [firstPath] = useState(pathname)
  const [hasMoved, setMoved] = useState(false)
  const [isMotionWelcome] = useState(mayMove)
  if (!hasMoved && pathname !== firstPath) setMoved(true)
  useHeadingFocus(pathname)
  if (state === 'loading' && location.pathname !== pathname) return <Loading />
  // The first page comes as it is, so that nothing stands before the first paint.
  if (!hasMoved || !isMotionWelcome) return <Outlet />
  // Only what comes is animated: what goes would hold back the page that is there already.
  return (
    <ViewTransition key={pathname} default="none" enter="page">
      <Outlet />
    </ViewTransition>
  )
}

function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Moves the focus to the new page's heading, as a full page load would; the first page keeps the browser's. */
function useHeadingFocus(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    focusHeading()
  }, [pathname])
}
