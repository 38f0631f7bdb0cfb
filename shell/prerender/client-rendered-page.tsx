import type { ComponentType } from 'react'
import { ForceClientRender } from './force-client-render.ts'
import { useIsHydrating } from './use-is-hydrating.ts'

/** Wraps `Page` so that it doesn't hydrate the prerendered HTML, which is of another release. */
export function toClientRenderedPage(Page: ComponentType): ComponentType {
  return function ClientRenderedPage() {
    if (useIsHydrating()) throw new ForceClientRender()
    return <Page />
  }
}
