import { type ApiTarget, getApiTarget } from '@portico/shared/api/api-target.ts'
import { useHost } from '@portico/shared/contract/contract.ts'

/** The target of all requests on the page, whether shown, copied or sent. */
export function useApiTarget(): ApiTarget {
  return getApiTarget(useHost().site.apiBase, location.origin)
}
