import { type ApiTarget, getApiTarget } from '@portico/shared/api/api-target.ts'
import { useHost } from '@portico/shared/contract/contract.ts'

/** Where all requests of the page go: those that are shown, copied and sent. */
export function useApiTarget(): ApiTarget {
  return getApiTarget(useHost().site.apiBase, location.origin)
}
