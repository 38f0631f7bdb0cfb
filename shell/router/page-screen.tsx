import { type Host, HostContext, useHost } from '@portico/shared/contract/contract.ts'
import { type ComponentType, use, useLayoutEffect } from 'react'
import { useLoaderData } from 'react-router'
import { ForceClientRender } from '../prerender/force-client-render.ts'
import { useIsHydrating } from '../prerender/use-is-hydrating.ts'

/** What a page's loader gives. */
export interface LoadedPage {
  /** A promise where the page's HTML was there before its code. */
  readonly page: ComponentType | Promise<ComponentType>
  readonly title: string
  /** False: the HTML that is there is only a picture of the page, which has to be drawn anew. */
  readonly canHydrate?: boolean
}

/** A loaded page on the screen. */
export function PageScreen() {
  const { page, title, canHydrate = true } = useLoaderData<LoadedPage>()
  const Page = page instanceof Promise ? use(page) : page
  const host = useHost()
  const isHydrating = useIsHydrating()
  useTitle(title)
  if (isHydrating && !canHydrate) throw new ForceClientRender()
  return (
    <HostContext value={isHydrating ? withoutOthers(host) : host}>
      <Page />
    </HostContext>
  )
}

/** The host as the build has lent it to the page: it knows nothing of other remotes. */
function withoutOthers({ Search: _, ...host }: Host): Host {
  return { ...host, pages: [] }
}

/** Sets the document's title: `<title> | <the developer's name>`. */
export function useTitle(title: string): void {
  const { name } = useHost().site
  // Before the page's own effects: a page that shows one of many things may name it in the title.
  useLayoutEffect(() => {
    document.title = `${title} | ${name}`
  }, [title, name])
}
