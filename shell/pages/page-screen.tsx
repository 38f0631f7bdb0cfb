import { type Host, HostContext, useHost } from '@portico/kit/contract/contract.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import {
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { adoptInput, readTexts } from '../hydration/adopt-input.ts'
import { ForceClientRender } from '../hydration/force-client-render.tsx'
import { useLoadedPage } from '../navigation/navigation-provider.tsx'
import { MountDelayContext } from '../remotes/apps/mount-delay.ts'
import { PrerenderedPageContext } from './prerendered-page.ts'
import { MainContext } from './use-focus-heading.ts'

/** Renders a loaded page. */
export function PageScreen({ onMount = () => {} }: { onMount?: () => void }) {
  const { page, title, canHydrate = true, visitor = 1 } = useLoadedPage()
  const Page = page instanceof Promise ? use(page) : page
  const host = useHost()
  const prerendered = use(PrerenderedPageContext)
  const main = use(MainContext)
  const isHydrating = useIsHydrating()
  const [texts] = useState(readTexts) // here, because the page is rendered afterwards
  // The same element: the end of hydration renders what depends on it, and not the whole page in one long task.
  const element = useMemo(() => <Page key={visitor} />, [Page, visitor])
  const signal = usePageSignal(visitor)
  const delay = useRef<Promise<void>>(null)
  const pageHost = useMemo(
    () => ({ ...(isHydrating ? hideOtherRemotes(host) : host), signal }),
    [isHydrating, host, signal],
  )
  if (isHydrating && !canHydrate) throw new ForceClientRender()
  return (
    <HostContext value={pageHost}>
      <PageTitle title={title} />
      <MountDelayContext value={delay}>{element}</MountDelayContext>
      <Mounted
        delay={delay}
        adopt={() => {
          if (prerendered?.getHtml() && main?.current) adoptInput(main.current, { texts })
        }}
        onMount={() => {
          prerendered?.handleMount()
          onMount()
        }}
      />
    </HostContext>
  )
}

/** A signal that ends when the page is removed, or is mounted anew for another visitor. */
function usePageSignal(visitor: number): AbortSignal {
  const view = useMemo(() => ({ visitor, controller: new AbortController() }), [visitor])
  // Not a layout effect, which also ends while a page that is loading something is hidden.
  useEffect(() => () => view.controller.abort(), [view])
  return view.controller.signal
}

/** Before the page, so that its effect runs before those of the page, which can set a more specific title. */
function PageTitle({ title }: { title: string }) {
  useTitle(title)
  return null
}

interface MountedProps {
  /** What a page that renders after its effects sets. */
  readonly delay: RefObject<Promise<void> | null>
  /** Called in a layout effect, before React renders anything again. */
  readonly adopt: () => void
  readonly onMount: () => void
}

/** Calls `onMount` once everything before it has mounted, unless one of its effects has thrown. */
function Mounted({ delay, adopt, onMount }: MountedProps) {
  const adoptNow = useEffectEvent(adopt)
  useLayoutEffect(() => adoptNow(), [])
  const notify = useEffectEvent(onMount)
  useEffect(() => {
    // React unmounts a page whose effect throws only after all effects.
    let isMounted = true
    const notifyOnce = () => {
      if (isMounted) notify()
    }
    const timer = setTimeout(() => {
      if (delay.current === null) notifyOnce()
      else void delay.current.then(notifyOnce)
    })
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [delay])
  return null
}

/** The host as it was in the build, which knows no other remotes. */
function hideOtherRemotes({ Showcase: _, ...host }: Host): Host {
  return { ...host, pages: [] }
}

/** Sets the document title: `<title> | <owner's name>`. */
export function useTitle(title: string): void {
  const { name } = useHost().site
  useLayoutEffect(() => {
    document.title = `${title} | ${name}`
  }, [title, name])
}
