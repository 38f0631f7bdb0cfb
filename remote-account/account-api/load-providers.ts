import type { OAuthProvidersResponseSchema } from '@portico/shared/account/account-api.ts'
import type { Host } from '@portico/shared/contract/contract.ts'
import type { InferOutput } from 'valibot'
import { getProviders } from './account-api.ts'

/** The OAuth providers, and whether each is set up on this site. */
export type Providers = InferOutput<typeof OAuthProvidersResponseSchema>

const requested = new WeakMap<Host, Promise<Providers>>()

/** Loads the OAuth providers, once for all pages: they don't change while a page is open. A failed request is repeated. */
export function loadProviders(host: Host): Promise<Providers> {
  const request = requested.get(host) ?? getProviders()
  requested.set(host, request)
  request.catch(() => requested.delete(host))
  return request
}
