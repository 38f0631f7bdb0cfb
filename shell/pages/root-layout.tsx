import { type Host, HostContext, type SearchProps } from '@portico/kit/contract/contract.ts'
import { useLocation } from '@portico/kit/contract/router.ts'
import { prefersReducedMotion } from '@portico/kit/ui/reduced-motion.ts'
import type { PrerenderMark } from '@portico/protocol/release/prerender.ts'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  ViewTransition,
} from 'react'
import { adoptInput } from '../hydration/adopt-input.ts'
import { toClientRenderedPage } from '../hydration/force-client-render.tsx'
import { Layout } from '../layout/layout.tsx'
import { Loading } from '../layout/loading/loading.tsx'
import { Preloader } from '../layout/preloader/preloader.tsx'
import { usePendingLocation, WaitForFirstPage } from '../navigation/navigation-provider.tsx'
import { CommandPaletteProvider } from '../search/command-palette.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { PageMessageBar } from './page-message-bar.tsx'
import { type PrerenderedPage, PrerenderedPageContext } from './prerendered-page.ts'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import { MainContext, useFocusHeading } from './use-focus-heading.ts'

/** What the layout needs to know about prerendered HTML. */
interface Prerendered extends Pick<PrerenderMark, 'isLoading'> {
  /** A mark in the build. */
  readonly year: number | string
}

interface RootLayoutProps {
  readonly host: Host
  readonly prerendered?: Prerendered | null
  /** Shown below the layout. */
  readonly banner?: ReactNode
  /** The page of the prerendered HTML. */
  readonly prerenderedPage?: PrerenderedPage | null
  /** Shown in the command palette. */
  readonly search?: ComponentType<SearchProps> | undefined
  /** Whether nothing is on the screen yet. */
  readonly hasPreloader?: boolean
  /** Called once it is on the screen. */
  readonly onMount?: () => void
  /** Renders the current page. */
  readonly Page: ComponentType
}

/** The root of every page: providers, layout and the current page. */
export function RootLayout({
  host,
  prerendered = null,
  prerenderedPage = null,
  banner,
  search,
  hasPreloader = false,
  onMount = () => {},
  Page,
}: RootLayoutProps) {
  const main = useRef<HTMLElement>(null)
  const notify = useEffectEvent(onMount)
  useEffect(() => notify(), [])
  useLayoutEffect(() => {
    if (prerendered !== null) adoptInput(document, { except: main.current })
  }, [prerendered])
  return (
    <HostContext value={host}>
      {hasPreloader && <Preloader />}
      <CommandPaletteProvider search={search}>
        <MainContext value={main}>
          <PageLayout host={host} prerendered={prerendered} mainRef={main}>
            <PageOrLoading Page={Page} prerendered={prerendered} prerenderedPage={prerenderedPage} />
          </PageLayout>
        </MainContext>
      </CommandPaletteProvider>
      {banner}
      <LeaveGuard />
    </HostContext>
  )
}

function PageLayout({
  host,
  prerendered,
  mainRef,
  children,
}: {
  host: Host
  prerendered: Prerendered | null
  mainRef: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const { pathname } = useLocation()
  return (
    <Layout
      site={host.site}
      pages={host.pages}
      path={pathname}
      mainRef={mainRef}
      prerenderYear={prerendered?.year}
      message={<PageMessageBar />}
    >
      {children}
    </Layout>
  )
}

/** The current page, or `Loading...` while the code of the next one loads. */
function PageOrLoading({
  Page,
  prerendered,
  prerenderedPage,
}: {
  Page: ComponentType
  prerendered: Prerendered | null
  prerenderedPage: PrerenderedPage | null
}) {
  const pending = usePendingLocation()
  const { pathname } = useLocation()
  const [shown, setShown] = useState<ShownPage>({ path: pathname, enter: null })
  if (pathname !== shown.path) setShown({ path: pathname, enter: chooseEnter(shown.path, pathname) })
  useFocusOnNavigation(pathname)
  if (pending !== null && pending.pathname !== pathname) return <Loading />
  // The first page isn't animated: nothing may delay the first paint.
  if (shown.enter === null)
    return prerendered === null ? (
      <Page />
    ) : (
      <HydratedPage Page={Page} page={prerenderedPage} isLoading={prerendered.isLoading === true} />
    )
  if (shown.enter === 'at once') return <Page key={pathname} />
  // Only the entering page is animated: an exit animation would delay a page that is ready.
  return (
    <ViewTransition key={pathname} default="none" enter="page">
      <Page />
    </ViewTransition>
  )
}

/** A page, and how the visitor got there; null: it is the first one. */
interface ShownPage {
  readonly path: string
  readonly enter: 'with motion' | 'at once' | null
}

/** Only a list and the pages below it enter with a view transition, which delays them by two frames or more. */
function chooseEnter(from: string, to: string): 'with motion' | 'at once' {
  const isNear = to.startsWith(`${from}/`) || from.startsWith(`${to}/`)
  return isNear && !prefersReducedMotion() ? 'with motion' : 'at once'
}

/**
 * Prerendered HTML stays inside the boundary until its code has loaded, and is then hydrated. So does a loading screen, or the
 * page that replaces it while the shell's script loads; it is then replaced by the page.
 */
function HydratedPage({
  Page,
  page,
  isLoading,
}: {
  Page: ComponentType
  page: PrerenderedPage | null
  isLoading: boolean
}) {
  const Shown = useMemo(() => (isLoading ? toClientRenderedPage(Page) : Page), [isLoading, Page])
  return (
    <PrerenderedPageContext value={page}>
      <Suspense fallback={<Loading />}>
        {isLoading ? (
          <WaitForFirstPage>
            <Shown />
          </WaitForFirstPage>
        ) : (
          <Shown />
        )}
      </Suspense>
      {page && <ReadOnlyNotice page={page} />}
    </PrerenderedPageContext>
  )
}

/**
 * Moves the focus to the new page's heading, as screen readers expect; the first page keeps the browser's focus. Runs
 * with the page, not after its animation: by then a quick visitor may already be in a field.
 */
function useFocusOnNavigation(pathname: string): void {
  const previousPath = useRef(pathname)
  const focusHeading = useFocusHeading()
  useLayoutEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    focusHeading()
  }, [pathname, focusHeading])
}
