import { PageNotFound } from '@portico/kit/contract/contract.ts'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { ForceClientRender } from '../hydration/force-client-render.tsx'

/** Whether the error, or its cause, is one that the site shows as a screen of its own. */
export function isExpectedError(error: unknown): boolean {
  if (error instanceof Error && isExpectedError(error.cause)) return true
  return [PageNotFound, LoadFailure, ForceClientRender].some((expected) => error instanceof expected)
}
