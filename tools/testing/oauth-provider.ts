import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A user of the test provider. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

const client = { client_id: 'portico', client_secret: 'a secret of the test provider' }

interface ProviderOptions {
  /** The port of an earlier provider; a free one by default. */
  readonly port?: number
  /** The origin of the site whose visitors it signs in. */
  readonly site?: string
}

/** Starts a real OpenID Connect provider on its own port, with the two endpoints of the GitHub API. */
export async function startOAuthProvider(
  people: Readonly<Record<string, Person>>,
  { port = 0, site = 'http://127.0.0.1:3000' }: ProviderOptions = {},
) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo // listening on TCP, so it isn't the name of a pipe
  const issuer = `http://127.0.0.1:${address.port}`
  const provider = createProvider({ issuer, people, site })
  server.on('request', provider.callback())
  return {
    port: address.port,
    environment: {
      GOOGLE_CLIENT_ID: client.client_id,
      GOOGLE_CLIENT_SECRET: client.client_secret,
      GOOGLE_DISCOVERY_URL: `${issuer}/.well-known/openid-configuration`,
      GITHUB_CLIENT_ID: client.client_id,
      GITHUB_CLIENT_SECRET: client.client_secret,
      GITHUB_URL: issuer,
    },
    signIn: (url: string, login: string) => followPages({ site, url }, { login, password: 'any' }),
    cancel: (url: string) => followPages({ site, url }, null),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

interface ProviderParts extends Required<Pick<ProviderOptions, 'site'>> {
  readonly issuer: string
  readonly people: Readonly<Record<string, Person>>
}

function createProvider({ issuer, people, site }: ProviderParts): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${site}/-/account/callback/google`, `${site}/-/account/callback/github`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'email', 'profile', 'read:user', 'user:email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    routes: { authorization: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    conformIdTokenClaims: false, // as Google does: the email address is in the ID token
    cookies: { keys: ['a key of the test provider'] },
    async findAccount(_context, login) {
      const person = people[login]
      if (!person) return undefined
      const { id, name, email, isVerified } = person
      const claims = async () => ({ sub: String(id), name, email, email_verified: isVerified })
      return { accountId: login, claims }
    },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/api/v3/user')) return next()
    const token = await provider.AccessToken.find(context.get('authorization').replace('Bearer ', ''))
    const person = people[token?.accountId ?? '']
    if (!person) return context.throw(401)
    const { id, name, email, isVerified } = person
    const emails = [
      { email: `other-${email}`, primary: false, verified: isVerified },
      { email, primary: true, verified: isVerified },
    ]
    context.body = context.path === '/api/v3/user/emails' ? emails : { id, login: name.toLowerCase(), name }
  })
  return provider
}

/** Follows the provider's pages as a browser would. Returns the path and query of the redirect back to the site. */
async function followPages(
  { site, url: start }: { readonly site: string; readonly url: string },
  form: Record<string, string> | null,
): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  let body: URLSearchParams | undefined
  for (let step = 0; step < 20; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const method = body ? 'POST' : 'GET'
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie },
      ...(body ? { body } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location?.startsWith(site)) return location.slice(site.length)
    const page = location ? '' : await response.text()
    url = new URL(location ?? findAction(page, form), url).href
    body = location || !form ? undefined : new URLSearchParams({ ...form, prompt: findPrompt(page) })
  }
  throw new Error('The provider did not redirect back to the site.')
}

function findAction(page: string, form: Record<string, string> | null): string {
  const match = form ? /<form[^>]*action="([^"]+)"/.exec(page) : /href="([^"]+\/abort)"/.exec(page)
  if (!match?.[1]) throw new Error(`Unexpected page of the provider: ${page.slice(0, 500)}`)
  return match[1]
}

function findPrompt(page: string): string {
  return /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
}
