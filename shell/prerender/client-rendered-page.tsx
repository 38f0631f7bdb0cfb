import type { ComponentType } from 'react'
import { ForceClientRender } from './force-client-render.ts'
import { useIsHydrating } from './use-is-hydrating.ts'

/** `Page`, which does not take over the HTML that is there: that is of another release. */
export function toClientRenderedPage(Page: ComponentType): ComponentType {
  return function ClientRenderedPage() {
    if (useIsHydrating()) throw new ForceClientRender()
    return <Page />
  }
}
