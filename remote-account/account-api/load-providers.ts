import { type OAuthProvider, oauthProviders } from '@portico/kit/account/oauth-providers.ts'
import type { Host } from '@portico/kit/contract/contract.ts'
import { getProviders } from './account-api.ts'

const requested = new WeakMap<Host, Promise<readonly OAuthProvider[]>>()

/**
 * The OAuth providers that are set up on this site. A page that the server has not prerendered asks for them, once for all pages:
 * they don't change while a page is open. A failed request is repeated.
 */
export function loadProviders(host: Host): Promise<readonly OAuthProvider[]> {
  if (host.signInWith !== undefined) return Promise.resolve(host.signInWith)
  const request = requested.get(host) ?? requestProviders()
  requested.set(host, request)
  request.catch(() => requested.delete(host))
  return request
}

async function requestProviders(): Promise<readonly OAuthProvider[]> {
  const offered = await getProviders()
  return oauthProviders.filter((provider) => offered[provider])
}
