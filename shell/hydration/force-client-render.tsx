import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import type { ComponentType } from 'react'

/** Thrown during hydration to make React discard the prerendered HTML and render the page on the client. */
export class ForceClientRender extends Error {
  override name = 'ForceClientRender'
  constructor() {
    super("This page is client-rendered: its prerendered HTML can't be hydrated.")
  }
}

/** Wraps `Page` so that it doesn't hydrate the prerendered HTML, which is of another release or of a loading screen. */
export function toClientRenderedPage(Page: ComponentType): ComponentType {
  return function ClientRenderedPage() {
    if (useIsHydrating()) throw new ForceClientRender()
    return <Page />
  }
}
