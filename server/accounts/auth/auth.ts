import { paths } from '@portico/kit/paths.ts'
import { betterAuth } from 'better-auth'
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth'
import { username } from 'better-auth/plugins/username'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Database } from '../../database/database.ts'
import { getCookieAttributes, getCookieName } from '../../http/site-cookie.ts'
import type { PasswordAlgorithm } from './passwords.ts'
import type { SessionCache } from './session-cache.ts'
import { sessionPlugin } from './session-plugin.ts'

const day = 24 * 60 * 60 // better-auth counts in seconds

/** How long a visitor has for a sign-in with a provider: better-auth's own lifetime of a `state`. */
export const oauthStateLifetimeMs = 600_000

interface AuthOptions extends Pick<Database, 'db' | 'kind'> {
  readonly configuration: Configuration
  readonly passwords: PasswordAlgorithm
  readonly sessions: Pick<SessionCache, 'forget'>
  readonly log: FastifyBaseLogger
  /** Its configuration is fetched when this is created. */
  readonly provider?: GenericOAuthConfig
}

/** better-auth, called only by our own routes, so that every request gets our rate limits and errors. */
export function createAuth({ configuration, db, kind, passwords, sessions, log, provider }: AuthOptions) {
  const { secret, publicUrl } = configuration
  const cookiePrefix = getCookieName('portico', configuration)
  return betterAuth({
    appName: 'Portico',
    baseURL: publicUrl,
    basePath: paths.account,
    secret,
    database: { db, type: kind },
    telemetry: { enabled: false },
    logger: createQuietLogger(log),
    onAPIError: { throw: true }, // to our own error handler; better-auth prints what it doesn't know
    rateLimit: { enabled: false }, // ours also count by account: see account-limits.ts
    advanced: {
      cookiePrefix,
      // A `state` of its own for each provider: that of one is worth nothing at the callback of another.
      cookies: provider
        ? {
            state: {
              name: `${cookiePrefix}.state_${provider.providerId}`,
              attributes: { maxAge: oauthStateLifetimeMs / 1000 }, // better-auth would forget it after half of this
            },
          }
        : {},
      useSecureCookies: false, // it would add another prefix than ours
      defaultCookieAttributes: getCookieAttributes(configuration),
      ipAddress: { disableIpTracking: true }, // nothing needs a visitor's address
    },
    session: { expiresIn: 30 * day, updateAge: day },
    user: {
      deleteUser: { enabled: true },
      additionalFields: {
        mailConfirmed: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    account: {
      // Never `trustedProviders`: a provider account with an unverified address could take over an existing account.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      revokeSessionsOnPasswordReset: true,
      password: passwords,
      onPasswordReset: ({ user }) => confirmEmail({ db, kind, sessions }, user.id),
    },
    databaseHooks: createHooks(sessions),
    plugins: [
      username({ minUsernameLength: 3, maxUsernameLength: 30 }),
      sessionPlugin,
      genericOAuth({ config: provider ? [provider] : [] }),
    ],
  })
}

export type Auth = ReturnType<typeof createAuth>

/** Records that a user verified their address through one of our emails. */
export async function confirmEmail(
  { db, kind, sessions }: Pick<AuthOptions, 'db' | 'kind' | 'sessions'>,
  userId: string,
): Promise<void> {
  const yes = kind === 'sqlite' ? 1 : true
  await db
    .updateTable('user')
    .set({ mailConfirmed: yes, emailVerified: yes })
    .where('id', '=', userId)
    .execute()
  sessions.forget(userId)
}

/** Forgets what is cached about a user's sessions whenever it changes. */
function createHooks(sessions: AuthOptions['sessions']) {
  const forgetUser = async ({ id }: { readonly id: string }) => sessions.forget(id)
  const forgetOwner = async ({ userId }: { readonly userId: string }) => sessions.forget(userId)
  return {
    account: {
      create: { before: async (account: object) => ({ data: withoutTokens(account) }), after: forgetOwner },
      delete: { after: forgetOwner },
    },
    session: { delete: { after: forgetOwner } },
    user: { update: { after: forgetUser }, delete: { after: forgetUser } },
  }
}

// The provider's tokens are only needed at sign-in; what isn't stored can't be stolen.
function withoutTokens(account: object) {
  const none = { accessToken: null, refreshToken: null, idToken: null }
  return { ...account, ...none, accessTokenExpiresAt: null, refreshTokenExpiresAt: null }
}

// A callback that nobody has begun. It is a security event: of a flood, those are logged together.
const forgedStates: readonly unknown[] = [
  'state_not_found',
  'state_mismatch',
  'state_security_mismatch',
  'state_invalid',
]

const isForged = (cause: Error) => 'code' in cause && forgedStates.includes(cause.code)

// Its messages and arguments contain email addresses, and visitors get its warnings in responses anyway.
function createQuietLogger(log: FastifyBaseLogger) {
  return {
    level: 'error' as const,
    log(_level: string, _message: string, ...details: unknown[]) {
      const cause = details.find((detail) => detail instanceof Error)
      if (cause && !isForged(cause)) log.warn({ err: cause }, 'better-auth')
    },
  }
}
