import type { Page } from '@playwright/test'
import type { LoadReport } from '@portico/protocol/discovery/load-report.ts'
import type { Part, Target } from './target.ts'

/** Why a page failed, as visitors read it. */
export interface FailureReason {
  /** The end of a sentence about the page. */
  readonly predicate: string
  /** For the owner of the remote: the part that failed, and the kind of failure. */
  readonly detail?: string
}

/** Something that goes wrong while a page of a remote loads. */
export interface Fault {
  readonly name: string
  /** How the load is reported. */
  readonly outcome: LoadReport['outcome']
  readonly reason: FailureReason
  /** The console errors it causes, and no others. */
  readonly consoleErrors: (target: Target) => readonly RegExp[]
  /** The part of the page that fails to arrive. */
  readonly part?: Part
  /** The part never arrives: nothing happens before the deadline. */
  readonly hangs?: Part
  /** Whether it is in the release itself, so that only a page load with another release helps. */
  readonly isInRelease?: boolean
  /** Injects the fault from now on. Returns how to remove it. */
  inject(page: Page, target: Target): Promise<() => Promise<void>>
}
