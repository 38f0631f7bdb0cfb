import { type OAuthProvider, oauthProviders } from '@portico/kit/account/oauth-providers.ts'
import type { Configuration } from '../../configuration/configuration.ts'

type Providers = Pick<Configuration, OAuthProvider>

/** The providers that are set up on this site. */
export function getSignInProviders(configuration: Providers): OAuthProvider[] {
  return oauthProviders.filter((provider) => configuration[provider] !== null)
}

/** The origins to which a form that starts a sign-in is redirected. An OpenID Connect provider has its pages where it describes them. */
export function getSignInOrigins({ google, github }: Providers): string[] {
  const addresses = [google?.discoveryUrl, github?.authorizeUrl].filter((url) => url !== undefined)
  return [...new Set(addresses.map((url) => new URL(url).origin))]
}
