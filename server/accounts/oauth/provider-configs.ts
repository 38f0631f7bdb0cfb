import type { OAuthProvider } from '@portico/kit/account/oauth-providers.ts'
import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { toProviderProfile } from './provider-profile.ts'
import { ProviderError, requestJson } from './request-json.ts'

/**
 * A provider in better-auth's format. Only addresses that the provider has verified are accepted. null: it isn't
 * configured. Throws a ProviderError if it doesn't respond.
 */
export async function createProviderConfig(
  provider: OAuthProvider,
  { configuration: { google, github }, log, useOnce }: ConfigContext,
): Promise<GenericOAuthConfig | null> {
  const config =
    provider === 'google'
      ? google && (await createGoogleConfig(google))
      : github && createGithubConfig(github)
  if (config === null) return null
  return {
    ...config,
    getToken: onlyOnce(config.getToken, useOnce),
    getUserInfo: withoutThrowing(config.getUserInfo, log),
  }
}

type BetterAuthGetToken = NonNullable<GenericOAuthConfig['getToken']>
type CodeExchange = Parameters<BetterAuthGetToken>[0] & { readonly codeVerifier: string }
type GetToken = (exchange: CodeExchange) => ReturnType<BetterAuthGetToken>
type GetUserInfo = NonNullable<GenericOAuthConfig['getUserInfo']>
type ProviderConfig = Omit<GenericOAuthConfig, 'getToken'> & {
  readonly getToken: GetToken
  readonly getUserInfo: GetUserInfo
}

// Each sign-in has a code verifier of its own. better-auth reads a `state` and then deletes it, so simultaneous callbacks with the same
// one all come this far.
function onlyOnce(getToken: GetToken, useOnce: ConfigContext['useOnce']): BetterAuthGetToken {
  return async ({ codeVerifier, ...exchange }) => {
    if (codeVerifier === undefined) throw new ProviderError('The code verifier is missing.')
    if (!(await useOnce(codeVerifier))) throw new ProviderError('A callback was repeated.')
    return getToken({ ...exchange, codeVerifier })
  }
}

// null: better-auth leads the visitor back, with an error. It doesn't expect this function to throw.
function withoutThrowing(getUserInfo: GetUserInfo, log: FastifyBaseLogger): GetUserInfo {
  return (tokens) =>
    getUserInfo(tokens).catch((cause: unknown) => {
      if (!(cause instanceof ProviderError)) throw cause
      log.warn({ err: cause }, 'provider')
      return null
    })
}

interface ConfigContext {
  readonly configuration: Pick<Configuration, OAuthProvider>
  readonly log: FastifyBaseLogger
  /** Whether this is the first use of a code verifier, on any server. */
  useOnce(codeVerifier: string): Promise<boolean>
}

const UrlSchema = v.pipe(v.string(), v.url(), v.regex(/^https?:/))
const DiscoverySchema = v.object({ token_endpoint: UrlSchema, userinfo_endpoint: v.optional(UrlSchema) })

const SubjectSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(255)) // OpenID Connect Core, section 2
const ClaimsSchema = v.object({
  sub: SubjectSchema,
  email: v.optional(v.unknown()),
  email_verified: v.optional(v.unknown()),
  name: v.optional(v.unknown()),
})

async function createGoogleConfig(google: NonNullable<Configuration['google']>): Promise<ProviderConfig> {
  const { clientId, clientSecret, discoveryUrl } = google
  // better-auth reads it as well, for the keys: this is the one with limits of time and size, and the first.
  const endpoints = await requestJson(discoveryUrl, { schema: DiscoverySchema })
  return {
    providerId: 'google',
    clientId,
    clientSecret,
    discoveryUrl,
    requireIdTokenVerification: true,
    scopes: ['openid', 'email', 'profile'],
    getToken: (data) => exchangeCode({ ...google, tokenUrl: endpoints.token_endpoint }, data),
    accountSubject: ({ profile }) => profile.id ?? '',
    async getUserInfo({ idToken, accessToken }) {
      if (!idToken) throw new ProviderError('Google sent no ID token.') // nothing else is signed and has our nonce
      const claims = readClaims(idToken)
      const { userinfo_endpoint: userInfoUrl } = endpoints
      const said =
        claims.email === undefined && userInfoUrl && accessToken
          ? await requestJson(userInfoUrl, { schema: ClaimsSchema, headers: authorize(accessToken) })
          : claims
      if (said.sub !== claims.sub) throw new ProviderError('Google described another person.') // section 5.3.2
      const { sub: id, email, email_verified: isVerified, name } = said
      return toProviderProfile({ id, email, isVerified: isVerified === true, name })
    },
  }
}

/** The claims of a token that better-auth has verified. */
function readClaims(idToken: string): v.InferOutput<typeof ClaimsSchema> {
  const payload: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  const claims = v.safeParse(ClaimsSchema, payload)
  if (!claims.success) throw new ProviderError('Google sent an ID token without a subject.')
  return claims.output
}

const GithubUserSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  login: v.string(),
  name: v.nullish(v.string()),
})
const GithubEmailsSchema = v.array(
  v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }),
)

// Not better-auth's own GitHub provider: its URLs are fixed, so it can't be tested or used with GitHub Enterprise.
function createGithubConfig(github: NonNullable<Configuration['github']>): ProviderConfig {
  return {
    providerId: 'github',
    clientId: github.clientId,
    clientSecret: github.clientSecret,
    authorizationUrl: github.authorizeUrl,
    tokenUrl: github.tokenUrl,
    scopes: ['read:user', 'user:email'],
    getToken: (data) => exchangeCode(github, data),
    async getUserInfo({ accessToken }) {
      if (!accessToken) return null
      const headers = authorize(accessToken)
      const [user, emails] = await Promise.all([
        requestJson(`${github.apiUrl}/user`, { headers, schema: GithubUserSchema }),
        requestJson(`${github.apiUrl}/user/emails`, { headers, schema: GithubEmailsSchema }),
      ])
      const verified = emails.filter(({ verified }) => verified)
      const email = (verified.find(({ primary }) => primary) ?? verified[0])?.email
      const name = user.name ?? user.login
      return toProviderProfile({ id: String(user.id), email, isVerified: true, name })
    },
  }
}

const authorize = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })

// Visible ASCII (RFC 6749, appendix A.12): `fetch` would quote another one in its error.
const TokenSchema = v.pipe(v.string(), v.regex(/^[!-~]+$/))
const TokensSchema = v.object({ access_token: TokenSchema, id_token: v.optional(TokenSchema) })

interface Client {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenUrl: string
}

/** Exchanges a code for tokens (RFC 6749, section 4.1.3, and RFC 7636, section 4.5). */
async function exchangeCode(
  { clientId, clientSecret, tokenUrl }: Client,
  { code, redirectURI, codeVerifier }: CodeExchange,
) {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectURI,
    code_verifier: codeVerifier,
    client_id: clientId,
    client_secret: clientSecret,
  })
  const tokens = await requestJson(tokenUrl, { schema: TokensSchema, form })
  return { accessToken: tokens.access_token, idToken: tokens.id_token }
}
