import { PageNotFound } from '@portico/shared/contract/contract.ts'
import { ForceClientRender } from '../prerender/force-client-render.ts'
import { LoadFailure } from '../remotes/load-failure.ts'

/** True for what the site shows as a state of its own, and which is no surprise to anybody; also as a cause. */
export function isExpectedError(error: unknown): boolean {
  if (error instanceof Error && isExpectedError(error.cause)) return true
  return [PageNotFound, LoadFailure, ForceClientRender].some((expected) => error instanceof expected)
}
