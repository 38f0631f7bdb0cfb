import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a provider says about a person. Of any type: it may lie. */
export type Claims = Readonly<Record<string, unknown>>

/** How the provider responds at one path instead of honestly. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

const keyId = 'a key of the hostile provider'

/** What is asked of the provider, and what it may ask itself. */
interface TokenRequest {
  readonly path: string
  readonly form: URLSearchParams
}

/** Where GitHub Enterprise exchanges codes. */
export const tokenPath = '/login/oauth/access_token'
/** Where GitHub Enterprise says who has signed in. */
export const userPath = '/api/v3/user'

/**
 * Starts an OpenID Connect provider with the endpoints of the GitHub API that shows no pages: a test takes `state` from the
 * address of the sign-in and calls the callback itself. It says whatever the test wants, signed with its real key.
 */
export async function startHostileProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const answers = new Map<string, Answer>()
  const tokenRequests: TokenRequest[] = []
  let claims: Claims = {}
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0] ?? '/'
    const form = new URLSearchParams(await readText(request))
    if (path === tokenPath) tokenRequests.push({ path, form })
    const answer = answers.get(path)
    if (answer) return answer(request, response)
    const body = respondHonestly[path]?.()
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo // listening on TCP, so it isn't the name of a pipe
  const issuer = `http://127.0.0.1:${address.port}`
  const respondHonestly = createHonestResponses(issuer, { privateKey, publicKey }, () => claims)
  return {
    issuer,
    environment: createEnvironment(issuer),
    tokenRequests,
    /** What it says about whoever signs in from now on. */
    says(said: Claims) {
      claims = said
    },
    /** How it responds at `path` until `behave` is called. */
    answers: (path: string, answer: Answer) => void answers.set(path, answer),
    /** Makes it honest again. */
    behave() {
      answers.clear()
      tokenRequests.length = 0
      claims = {}
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** What an honest provider says at each path. */
function createHonestResponses(
  issuer: string,
  { privateKey, publicKey }: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
  getClaims: () => Claims,
): Readonly<Record<string, () => unknown>> {
  return {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: issuer + tokenPath,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    }),
    '/jwks': () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' }],
    }),
    [tokenPath]: () => ({
      access_token: 'secret-access-token',
      token_type: 'bearer',
      ...createIdToken(getClaims(), { issuer, privateKey }),
    }),
    '/userinfo': getClaims,
    [userPath]: () => {
      const { id, login, name } = getClaims()
      return { id, login: login ?? 'login', name }
    },
    [`${userPath}/emails`]: () => {
      const { emails, email, email_verified } = getClaims()
      return emails ?? [{ email, primary: true, verified: email_verified }]
    },
  }
}

/** The settings of a site that signs its visitors in with this provider. */
function createEnvironment(issuer: string) {
  return {
    GOOGLE_CLIENT_ID: 'portico',
    GOOGLE_CLIENT_SECRET: 'secret-of-the-client',
    GOOGLE_DISCOVERY_URL: `${issuer}/.well-known/openid-configuration`,
    GITHUB_CLIENT_ID: 'portico',
    GITHUB_CLIENT_SECRET: 'secret-of-the-client',
    GITHUB_URL: issuer,
  }
}

/** The code challenge of a verifier (RFC 7636, section 4.2). */
export function createChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function createIdToken(claims: Claims, { issuer, privateKey }: { issuer: string; privateKey: KeyObject }) {
  if (claims.id_token === null) return {}
  const now = Math.floor(Date.now() / 1_000)
  const header = { alg: 'ES256', kid: keyId }
  const payload = { iss: issuer, aud: 'portico', iat: now, exp: now + 60, ...claims }
  const content = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { id_token: `${content}.${signature.toString('base64url')}` }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
