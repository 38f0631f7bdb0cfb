import { useHost } from '@portico/kit/contract/contract.ts'
import { useLocation } from '@portico/kit/contract/router.ts'

/** The private page that brought the visitor here, as words that follow "open". null: there is none. */
export function useDestination(): string | null {
  const { nameNext } = useHost()
  const { search } = useLocation()
  return nameNext?.(search) ?? null
}
