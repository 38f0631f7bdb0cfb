import { useHost } from '@portico/shared/contract/contract.ts'
import { type ComponentType, useLayoutEffect } from 'react'
import { useLoaderData } from 'react-router'

/** What a page's loader gives. */
export interface LoadedPage {
  readonly Page: ComponentType
  readonly title: string
}

/** A loaded page on the screen. */
export function PageScreen() {
  const { Page, title } = useLoaderData<LoadedPage>()
  useTitle(title)
  return <Page />
}

/** Sets the document's title: `<title> | <the developer's name>`. */
export function useTitle(title: string): void {
  const { name } = useHost().site
  // Before the page's own effects: a page that shows one of many things may name it in the title.
  useLayoutEffect(() => {
    document.title = `${title} | ${name}`
  }, [title, name])
}
