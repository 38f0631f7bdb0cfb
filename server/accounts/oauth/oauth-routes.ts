import { SignInWithProviderSchema } from '@portico/kit/account/account-api.ts'
import { oauthReturnPath, usernameView } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { OAuthProvider } from '@portico/kit/account/oauth-providers.ts'
import { oauthProblems } from '@portico/kit/account/problem.ts'
import { paths } from '@portico/kit/paths.ts'
import { getNext } from '@portico/protocol/session/access.ts'
import { APIError } from 'better-auth/api'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { withTimeout } from '../../http/requests/with-timeout.ts'
import { type AccountContext, forwardCookies, getAuthHeaders } from '../auth/account-context.ts'
import { type Auth, createAuth, oauthStateLifetimeMs } from '../auth/auth.ts'
import { getAddress } from '../routes/form-page.ts'
import { addFormRoute } from '../routes/form-route.ts'
import { endPreviousSession } from '../routes/sign-in.ts'
import { createProviderConfig } from './provider-configs.ts'

const discoveryTimeoutMs = 10_000 // a visitor is waiting

/** `GET providers`, `POST sign-in/provider`, and the callback to which providers redirect. */
export function oauthRoutes(app: FastifyInstance, context: AccountContext): void {
  const { configuration, limits } = context
  const has = { google: configuration.google !== null, github: configuration.github !== null }
  const getAuth = createAuthProvider(context)

  app.get(accountPaths.providers, async () => has)

  addFormRoute(app, accountPaths.signInWithProvider, {
    context,
    page: { path: oauthReturnPath, access: 'auth' },
    async handle(request, reply) {
      // A form passes the wanted page on as every form does, in its address.
      const { provider, next = getNext(request.url) ?? '/' } = parseBody(
        SignInWithProviderSchema,
        request.body,
      )
      await limits.byAddress('provider', request.ip)
      if (!has[provider]) throw new Problem('provider-unknown')
      const back = getAddress({ path: oauthReturnPath }, next)
      const auth = await getAuth(provider)
      const { headers, response } = await auth.api.signInSocial({
        body: { provider, callbackURL: back, errorCallbackURL: back, disableRedirect: true },
        headers: getAuthHeaders(request),
        returnHeaders: true,
      })
      if (response.url === undefined) throw new Problem('provider-unavailable')
      forwardCookies(reply, nameStateCookie(headers, getStateId(response.url)))
      return { url: response.url }
    },
  })

  app.get<{ Params: { provider: string } }>(`${paths.account}/callback/:provider`, async (request, reply) => {
    await limits.byAddress('provider', request.ip)
    const { provider } = request.params
    if (provider !== 'google' && provider !== 'github') throw new Problem('not-found')
    if (!has[provider]) throw new Problem('provider-unknown')
    const auth = await getAuth(provider)
    const { href } = new URL(request.url, configuration.publicUrl)
    const id = getStateId(href)
    const cookie = request.headers.cookie?.replace(`_${id}=`, '=')
    const callback = new Request(href, { headers: getAuthHeaders({ headers: { cookie } }) })
    const headers = await completeSignIn(auth, callback)
    forwardCookies(reply, headers && nameStateCookie(headers, id))
    const { next, problem } = readLanding(headers?.get('location'))
    if (problem === oauthProblems.failed) app.reportSecurityEvent(request, 'provider-sign-in-failed')
    if (problem !== null)
      return reply.redirect(`${getAddress({ path: oauthReturnPath }, next)}#${problem}`, 303)
    const view = (await needsUsername(context, headers)) ? usernameView : undefined
    await endPreviousSession(context, request)
    return reply.redirect(getAddress({ path: oauthReturnPath, view }, next), 303)
  })
}

function getStateId(address: string): string {
  return /^\w{8}/.exec(new URL(address).searchParams.get('state') ?? '')?.[0] ?? ''
}

/** With a cookie for each `state`: with better-auth's one, a sign-in in a second tab would end the first. */
function nameStateCookie(headers: Headers, id: string): Headers {
  const cookies = headers.getSetCookie()
  const named = new Headers(headers)
  named.delete('set-cookie')
  for (const cookie of cookies)
    named.append('set-cookie', cookie.replace(/^([^=]+\.state_\w+)=/, `$1_${id}=`))
  return named
}

/** The headers of better-auth's redirect, or null if it refuses the request. */
async function completeSignIn(auth: Auth, callback: Request): Promise<Headers | null> {
  try {
    return (await auth.handler(callback)).headers
  } catch (cause) {
    if (cause instanceof APIError && cause.statusCode < 500) return null
    throw cause
  }
}

// One instance per provider, created on first use and again after a failure: better-auth fetches a provider's configuration
// only when it is created, and a provider that is down for a minute must not delay the start or the other provider, nor
// stay unavailable until the next start.
function createAuthProvider(context: AccountContext): (provider: OAuthProvider) => Promise<Auth> {
  const made = new Map<OAuthProvider, Promise<Auth | null>>()
  return async (provider) => {
    const creating = made.get(provider) ?? createProviderAuth(context, provider)
    made.set(provider, creating)
    const auth = await creating
    if (auth !== null) return auth
    made.delete(provider)
    throw new Problem('provider-unavailable', {
      detail: 'Try again in a minute, or sign in with a password.',
    })
  }
}

async function createProviderAuth(context: AccountContext, provider: OAuthProvider): Promise<Auth | null> {
  try {
    const useOnce = (codeVerifier: string) => useCodeVerifier(context, codeVerifier)
    const config = await createProviderConfig(provider, { ...context, useOnce })
    if (config === null) return null
    const auth = createAuth({ ...context, provider: config })
    const ready = await withTimeout(discoveryTimeoutMs, auth.$context, null)
    return ready?.socialProviders.some(({ id }) => id === provider) ? auth : null
  } catch (cause) {
    context.log.warn({ err: cause }, 'provider')
    return null
  }
}

/** Records the use of a code verifier. false: it was used before, at any server. */
async function useCodeVerifier({ auth }: AccountContext, codeVerifier: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context
  const expiresAt = new Date(Date.now() + oauthStateLifetimeMs)
  return internalAdapter.reserveVerificationValue({
    identifier: `code-verifier:${codeVerifier}`,
    value: '',
    expiresAt,
  })
}

const problemsByCause: ReadonlyMap<string, string> = new Map([
  ['access_denied', oauthProblems.cancelled],
  ['email_not_found', oauthProblems.emailUnverified],
  ['account_not_linked', oauthProblems.accountExists],
])

/** Whether the visitor whose session these headers start has no username yet. */
async function needsUsername({ auth }: AccountContext, headers: Headers | null): Promise<boolean> {
  const cookie = (headers?.getSetCookie() ?? []).map((line) => line.split(';')[0]).join('; ')
  const session = await auth.api.getSession({ headers: new Headers({ cookie }) })
  return session !== null && !session.user.username
}

/**
 * The wanted page, and our own code of what went wrong, or null, from better-auth's redirect. The error is what the
 * provider says, or whoever wrote the link, so none of it is passed on.
 */
function readLanding(location: string | null | undefined): { next: string | null; problem: string | null } {
  if (!location) return { next: null, problem: oauthProblems.failed }
  const landing = new URL(location, 'http://landing.invalid')
  const error = landing.searchParams.get('error')
  const isOurs = landing.pathname === oauthReturnPath
  return {
    next: isOurs ? landing.searchParams.get('next') : null,
    problem: error !== null || !isOurs ? (problemsByCause.get(error ?? '') ?? oauthProblems.failed) : null,
  }
}
