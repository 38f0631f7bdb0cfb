import type { Page } from '@playwright/test'
import type { Part, Target } from './target.ts'

/** Something that goes wrong while a page of a remote is loaded. */
export interface Fault {
  readonly name: string
  /** The failure screen's sentence. */
  readonly says: RegExp
  /** What the browser has to complain of, beside nothing else. */
  readonly consoleErrors: (target: Target) => readonly RegExp[]
  /** The part that never arrives: nothing happens until the deadline has passed. */
  readonly hangs?: Part
  /** True: it is in what was published, so that only a new page view with another release helps. */
  readonly isInRelease?: boolean
  /** Brings it about from now on. Returns how to put things right again. */
  cause(page: Page, target: Target): Promise<() => Promise<void>>
}
