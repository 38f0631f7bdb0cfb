import type { ComponentType } from 'react'
import { DrawnAnew } from './drawn-anew.ts'
import { useIsAhead } from './use-is-ahead.ts'

/** `Page`, which does not take over the HTML that is there: that is of another release. */
export function anewPage(Page: ComponentType): ComponentType {
  return function AnewPage() {
    if (useIsAhead()) throw new DrawnAnew()
    return <Page />
  }
}
