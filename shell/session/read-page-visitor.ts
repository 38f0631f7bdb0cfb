import type { PageData } from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'
import { readChangeTime, type StorageWindow } from './token-storage.ts'

/** Information that reveals how old this page is. */
interface PageWindow extends StorageWindow {
  readonly performance: {
    now(): number
    getEntriesByType(type: 'navigation'): readonly unknown[]
  }
}

const NavigationSchema = v.object({ type: v.string(), fetchStart: v.number() })

/**
 * Returns the visitor of the page data; null: nobody is signed in. undefined: the server could not tell, or someone may
 * have signed in or out since it was asked, so the token decides.
 */
export function readPageVisitor(
  { visitor }: Pick<PageData, 'visitor'>,
  browser: PageWindow,
): PageData['visitor'] {
  const navigation = v.safeParse(NavigationSchema, browser.performance.getEntriesByType('navigation')[0])
  if (!navigation.success) return visitor
  const { type, fetchStart } = navigation.output
  // The browser may show an old page of its history without asking the server.
  if (type === 'back_forward') return undefined
  const requestedAt = Date.now() - (browser.performance.now() - fetchStart)
  return readChangeTime(browser) > requestedAt ? undefined : visitor
}
