import { type oauthProviders, SignInWithProviderSchema } from '@portico/shared/account/account-api.ts'
import { oauthReturnPath } from '@portico/shared/account/account-pages.ts'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { oauthProblems } from '@portico/shared/account/problem.ts'
import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { type AccountContext, forwardCookies, getAuthHeaders } from '../auth/account-context.ts'
import { type Auth, createAuth } from '../auth/auth.ts'
import { endPreviousSession } from '../routes/sign-in.ts'
import { getProviderConfigs } from './provider-configs.ts'

type Provider = (typeof oauthProviders)[number]

const discoveryTimeoutMs = 10_000 // a visitor is waiting

/** `GET providers`, `POST sign-in/provider`, and the callback to which providers redirect. */
export function oauthRoutes(app: FastifyInstance, context: AccountContext): void {
  const { configuration, limits } = context
  const has = { google: configuration.google !== null, github: configuration.github !== null }
  const getAuth = createAuthProvider(context)

  app.get(accountPaths.providers, async () => has)

  app.post(accountPaths.signInWithProvider, async (request, reply) => {
    const { provider, next = '/' } = parseBody(SignInWithProviderSchema, request.body)
    await limits.byAddress('provider', request.ip)
    if (!has[provider]) throw new Problem('provider-unknown')
    const back = `${oauthReturnPath}?${new URLSearchParams({ next })}`
    const auth = await getAuth(provider)
    const { headers, response } = await auth.api.signInSocial({
      body: { provider, callbackURL: back, errorCallbackURL: back, disableRedirect: true },
      headers: getAuthHeaders(request),
      returnHeaders: true,
    })
    forwardCookies(reply, headers)
    return { url: response.url }
  })

  app.get<{ Params: { provider: string } }>(`${paths.account}/callback/:provider`, async (request, reply) => {
    await limits.byAddress('provider', request.ip)
    const { provider } = request.params
    if (provider !== 'google' && provider !== 'github') throw new Problem('not-found')
    if (!has[provider]) throw new Problem('provider-unknown')
    const auth = await getAuth(provider)
    const callback = new Request(new URL(request.url, configuration.publicUrl), {
      headers: getAuthHeaders(request),
    })
    const response = await auth.handler(callback)
    forwardCookies(reply, response.headers)
    const landing = getLandingUrl(response.headers.get('location'))
    const { error } = Object.fromEntries(new URLSearchParams(landing.split('?')[1]))
    if (error === undefined) await endPreviousSession(context, request)
    else if (error === oauthProblems.failed) app.reportSecurityEvent(request, 'provider-sign-in-failed')
    return reply.redirect(landing, 303)
  })
}

// One instance per provider, created on first use and again after a failure: better-auth fetches a provider's
// configuration only when it is created, and a provider that is down for a minute must not delay startup or the other
// provider, nor stay unavailable until the next start.
function createAuthProvider(context: AccountContext): (provider: Provider) => Promise<Auth> {
  const made = new Map<Provider, Auth>()
  return async (provider) => {
    const providers = getProviderConfigs(context.configuration).filter(
      ({ providerId }) => providerId === provider,
    )
    const auth = made.get(provider) ?? createAuth({ ...context, providers })
    made.set(provider, auth)
    const ready = await inTime(auth.$context)
    if (ready?.socialProviders.some(({ id }) => id === provider)) return auth
    made.delete(provider)
    throw new Problem('provider-unavailable', {
      detail: 'Try again in a minute, or sign in with a password.',
    })
  }
}

async function inTime<T>(promise: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, discoveryTimeoutMs, null)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

const problemsByCause: Readonly<Record<string, string>> = {
  access_denied: oauthProblems.cancelled,
  email_not_found: oauthProblems.emailUnverified,
  account_not_linked: oauthProblems.accountExists,
}

/** Where to redirect after the provider: our own page, with our own code if it failed. */
function getLandingUrl(location: string | null): string {
  const landing = new URL(location ?? oauthReturnPath, 'http://landing.invalid')
  const error = landing.searchParams.get('error')
  const isOurs = landing.pathname === oauthReturnPath
  const query = new URLSearchParams()
  const next = isOurs ? landing.searchParams.get('next') : null
  if (next) query.set('next', next)
  if (error || !isOurs) query.set('error', problemsByCause[error ?? ''] ?? oauthProblems.failed)
  return `${oauthReturnPath}?${query}`
}
