/** An application in any framework, as the bridges of Module Federation export it. */
export interface App {
  readonly render: (info: RenderInfo) => unknown
  readonly destroy: (info: Pick<RenderInfo, 'dom' | 'moduleName'>) => unknown
}

/** What an application gets from its host. */
interface RenderInfo {
  readonly dom: HTMLElement
  /** The name of the remote. */
  readonly moduleName: string
  /** The path below which its router works. */
  readonly basename: string
  /** Ends with the page. */
  readonly signal: AbortSignal
  /** A bridge of React calls it as a component in place of what has thrown. */
  readonly fallback: (props: { readonly error: unknown }) => null
}

/** The page that an application renders. */
export interface PagePlace {
  readonly remote: string
  /** The folder of the release: `/r/shop/1.2.0-0a1b2c3d/`. */
  readonly folder: string
  readonly basename: string
}

interface MountOptions extends PagePlace {
  /** Called when the application fails to render, unless it has been left. */
  readonly onError: (error: unknown) => void
}

/** An application on the screen. */
interface MountedApp {
  /** Resolves once it has put an element into its own, or has had time to. */
  readonly shown: Promise<void>
  readonly unmount: () => void
}

/** An application that shows nothing until it has its data still counts as mounted. */
const maxEmptyMs = 5_000

/** Renders an application into an element. */
export function mountApp(
  app: App,
  dom: HTMLElement,
  { remote, folder, basename, onError }: MountOptions,
): MountedApp {
  const page = new AbortController()
  const { signal } = page
  const fail = (error: unknown) => {
    if (!signal.aborted) onError(error)
  }
  const fallback: RenderInfo['fallback'] = ({ error }) => {
    queueMicrotask(() => fail(error)) // the app is rendering
    return null
  }
  const destroy = () => {
    try {
      app.destroy({ dom, moduleName: remote })
    } catch (error) {
      reportError(error) // The next page must not fail with it.
    }
  }
  let isRendered = false
  setStyles(folder, true)
  const shown = waitForElement(dom, { signal, folder, fail })
  const render = async () => app.render({ dom, moduleName: remote, basename, signal, fallback })
  const rendered = render()
    .catch(fail)
    .then(() => {
      isRendered = true
    })
  return {
    shown,
    unmount() {
      page.abort()
      if (isRendered) destroy()
      else void rendered.then(destroy)
      setStyles(folder, false)
    },
  }
}

/** Style sheets of an application apply only while it is on the screen: no build has limited them to it. */
function setStyles(folder: string, isShown: boolean): void {
  const sheets = document.querySelectorAll<HTMLLinkElement>(`link[rel="stylesheet"][href*="${folder}"]`)
  for (const link of sheets) link.disabled = !isShown
}

interface Waiting {
  readonly signal: AbortSignal
  readonly folder: string
  readonly fail: (error: unknown) => void
}

/** Until there is an element, an uncaught error of the release is the reason: frameworks render in tasks of their own. */
function waitForElement(dom: HTMLElement, { signal, folder, fail }: Waiting): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = new AbortController()
  const finish = () => {
    observer.disconnect()
    clearTimeout(timer)
    end.abort()
    resolve()
  }
  const observer = new MutationObserver(() => {
    if (dom.childElementCount > 0) finish()
  })
  observer.observe(dom, { childList: true })
  const timer = setTimeout(finish, maxEmptyMs)
  signal.addEventListener('abort', finish, { signal: end.signal })
  window.addEventListener(
    'error',
    ({ error, filename }) => {
      if (filename.includes(folder)) fail(error)
    },
    { signal: end.signal },
  )
  return promise
}
