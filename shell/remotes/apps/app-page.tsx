import { type RemoteModule, useHost } from '@portico/kit/contract/contract.ts'
import { opensHere } from '@portico/kit/opens-here.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { type ComponentType, type MouseEvent, use, useLayoutEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { type App, mountApp, type PagePlace } from './mount-app.ts'
import { MountDelayContext } from './mount-delay.ts'

const expected = 'expected an app: { render, destroy }, or a function that returns it'
const AppSchema = v.custom<App>(isApp, expected)

/** Creates the module of a remote from that of an application: each page of its manifest is the application at that path. */
export function createAppModule({ name, release }: SelectedRemote, loaded: unknown): RemoteModule {
  const app = v.parse(AppSchema, toApp(loaded))
  const folder = getReleaseFolder(name, getReleaseId(release))
  const routes = release.pages.map(({ path }) => {
    const Component = createAppPage(app, { remote: name, folder, basename: getBasename(path) })
    return { path, lazy: async () => ({ Component }) }
  })
  return { routes }
}

/** Bridges export a function; some also name it `provider`. */
function toApp(loaded: unknown): unknown {
  const { default: main, provider = main } = v.parse(v.looseObject({}), loaded)
  const exported = provider ?? loaded
  return typeof exported === 'function' ? exported() : exported
}

function isApp(value: unknown): boolean {
  const has = (name: string) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
  return has('render') && has('destroy')
}

/** The part of a page's path before its first parameter: `/shop`, of `/shop/:id`. */
function getBasename(path: string): string {
  const end = path.search(/\/[:*]/)
  return (end === -1 ? path : path.slice(0, end)) || '/'
}

function createAppPage(app: App, place: PagePlace): ComponentType {
  return function AppPage() {
    const element = useRef<HTMLDivElement>(null)
    const { navigate } = useHost()
    const delay = use(MountDelayContext)
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
    // Not an effect: what the app has put elsewhere in the document must be gone before the next page opens.
    useLayoutEffect(() => {
      if (element.current === null) return
      const mounted = mountApp(app, element.current, {
        ...place,
        onError: (error) => setFailure({ error }),
      })
      delay.current = mounted.shown
      return mounted.unmount
    }, [delay])
    if (failure !== null) throw failure.error
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the app's links bubble up to it
      <div data-remote={place.remote} onClick={(event) => followLink(event, place, navigate)}>
        <div ref={element} />
      </div>
    )
  }
}

/** Opens a link to a page outside of the app, unless the app itself does. */
function followLink(event: MouseEvent, { basename }: PagePlace, navigate: (to: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || event.defaultPrevented || link.origin !== location.origin) return
  const isWithin = `${link.pathname}/`.startsWith(basename === '/' ? '/' : `${basename}/`)
  if (isWithin || link.hasAttribute('download') || !opensHere(event, link.target)) return
  event.preventDefault()
  navigate(link.pathname + link.search + link.hash)
}
