import { createHmac } from 'node:crypto'
import { paths } from '@portico/shared/paths.ts'
import { betterAuth } from 'better-auth'
import { emailOTP, type GenericOAuthConfig, genericOAuth, username } from 'better-auth/plugins'
import type { FastifyBaseLogger } from 'fastify'
import type { PasswordAlgorithm, Services } from '../../services.ts'

/** What the names of better-auth's cookies start with. */
export const cookiePrefix = 'portico'

const minute = 60 // better-auth counts in seconds
const day = 24 * 60 * minute

interface AuthNeeds extends Pick<Services, 'configuration' | 'db' | 'kind'> {
  readonly passwords: PasswordAlgorithm
  readonly log: FastifyBaseLogger
  /** Asks each of them for its addresses when it is made. */
  readonly providers?: GenericOAuthConfig[]
}

/** better-auth as this site uses it: only our own routes call it, so that each call has our limits and our errors. */
export function createAuth({ configuration, db, kind, passwords, log, providers = [] }: AuthNeeds) {
  const { secret, publicUrl } = configuration
  return betterAuth({
    appName: 'Portico',
    baseURL: publicUrl,
    basePath: paths.account,
    secret,
    database: { db, type: kind },
    telemetry: { enabled: false },
    logger: quietLogger(log),
    rateLimit: { enabled: false }, // ours also count by account: see call-limits.ts
    advanced: {
      cookiePrefix,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { disableIpTracking: true }, // nothing here needs a visitor's address
    },
    session: { expiresIn: 30 * day, updateAge: day },
    user: {
      deleteUser: { enabled: true },
      additionalFields: {
        mailConfirmed: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    account: {
      // Never `trustedProviders`: with it, a provider account with an unconfirmed address entered an existing account.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      requireEmailVerification: false, // an unverified visitor has a session, and sees the verification page
      revokeSessionsOnPasswordReset: true,
      password: passwords,
      onPasswordReset: async ({ user }) => confirmEmail({ db, kind }, user.id),
    },
    emailVerification: {
      autoSignInAfterVerification: false, // it would make a second session and leave the first one valid
      afterEmailVerification: async (user) => confirmEmail({ db, kind }, user.id),
    },
    databaseHooks: { account: { create: { before: async (account) => ({ data: withoutTokens(account) }) } } },
    plugins: [
      username({ minUsernameLength: 3, maxUsernameLength: 30 }),
      emailOTP({
        otpLength: 6,
        expiresIn: codeMinutes * minute,
        allowedAttempts: codeAttempts,
        disableSignUp: true,
        // Six digits are guessed from a plain hash at once; without the secret this one says nothing.
        storeOTP: { hash: async (otp) => createHmac('sha256', secret).update(otp).digest('base64url') },
        sendVerificationOTP: async () => {}, // our routes make the code and write the mail themselves
      }),
      genericOAuth({ config: providers }),
    ],
  })
}

/** How long a mailed code is valid. */
export const codeMinutes = 30

/** After this many wrong tries a code is dead: with 3 codes in ten minutes, 15 guesses at a million. */
const codeAttempts = 5

/** better-auth with our plugins. */
export type Auth = ReturnType<typeof createAuth>

/** Keeps that a user's address was confirmed by a mail of ours. */
export async function confirmEmail(
  { db, kind }: Pick<Services, 'db' | 'kind'>,
  userId: string,
): Promise<void> {
  const yes = kind === 'sqlite' ? 1 : true
  await db
    .updateTable('user')
    .set({ mailConfirmed: yes, emailVerified: yes })
    .where('id', '=', userId)
    .execute()
}

// The provider is asked once, at sign-in; a token that is not kept cannot be stolen.
function withoutTokens<T extends object>(account: T) {
  const none = { accessToken: null, refreshToken: null, idToken: null }
  return { ...account, ...none, accessTokenExpiresAt: null, refreshTokenExpiresAt: null }
}

// Its messages and their arguments quote mail addresses, and what it warns of is answered to the visitor anyway.
function quietLogger(log: FastifyBaseLogger) {
  return {
    level: 'error' as const,
    log(_level: string, _message: string, ...details: unknown[]) {
      const cause = details.find((detail) => detail instanceof Error)
      if (cause) log.warn({ err: cause }, 'better-auth')
    },
  }
}
