import { useHost } from '@portico/shared/contract/contract.ts'
import { type Provider, providerAt } from '@portico/shared/provider/provider-at.ts'

/** Where all requests of the page go: those that are shown, copied and sent. */
export function useProvider(): Provider {
  return providerAt(useHost().site.providerBase, location.origin)
}
