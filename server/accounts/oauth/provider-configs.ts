import { toAsciiEmail } from '@portico/shared/account/email-address.ts'
import type { GenericOAuthConfig } from 'better-auth/plugins'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'

const timeoutMs = 10_000 // a visitor is waiting

/** The configured providers in better-auth's format. Only addresses that the provider has verified are accepted. */
export function getProviderConfigs({ google, github }: Configuration): GenericOAuthConfig[] {
  return [...(google ? [createGoogleConfig(google)] : []), ...(github ? [createGithubConfig(github)] : [])]
}

function createGoogleConfig(google: NonNullable<Configuration['google']>): GenericOAuthConfig {
  return {
    providerId: 'google',
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    discoveryUrl: google.discoveryUrl,
    requireIdTokenVerification: true,
    scopes: ['openid', 'email', 'profile'],
    // better-auth refuses a sign-in without an address: `email_not_found`.
    mapProfileToUser: ({ email, email_verified }) => ({
      email: email_verified === true ? toAsciiEmail(String(email).toLowerCase()) : '',
    }),
  }
}

const GithubUserSchema = v.object({ id: v.number(), login: v.string(), name: v.nullish(v.string()) })
const GithubEmailsSchema = v.array(
  v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }),
)

// Not better-auth's own GitHub provider: its URLs are fixed, so it can't be tested or used with GitHub Enterprise.
function createGithubConfig(github: NonNullable<Configuration['github']>): GenericOAuthConfig {
  return {
    providerId: 'github',
    clientId: github.clientId,
    clientSecret: github.clientSecret,
    authorizationUrl: github.authorizeUrl,
    tokenUrl: github.tokenUrl,
    scopes: ['read:user', 'user:email'],
    async getUserInfo({ accessToken }) {
      if (!accessToken) return null
      const [user, emails] = await Promise.all([
        readJson(github.userUrl, { accessToken, schema: GithubUserSchema }),
        readJson(github.emailsUrl, { accessToken, schema: GithubEmailsSchema }),
      ])
      const verifiedEmails = emails.filter(({ verified }) => verified)
      const email = (verifiedEmails.find(({ primary }) => primary) ?? verifiedEmails[0])?.email ?? ''
      return {
        id: String(user.id),
        email: toAsciiEmail(email.toLowerCase()),
        emailVerified: email !== '',
        name: user.name ?? user.login,
      }
    },
  }
}

interface ReadOptions<Schema> {
  readonly accessToken: string
  readonly schema: Schema
}

async function readJson<Schema extends v.GenericSchema>(
  url: string,
  { accessToken, schema }: ReadOptions<Schema>,
): Promise<v.InferOutput<Schema>> {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    accept: 'application/json',
    'user-agent': 'portico',
  }
  const response = await fetch(url, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`${new URL(url).host} responded with ${response.status}`)
  return v.parse(schema, await response.json())
}
