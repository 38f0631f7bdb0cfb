import fastifyCookie from '@fastify/cookie'
import type { Site } from '@portico/kit/site/site.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { ConsoleSettings } from '../configuration/console-settings.ts'
import type { Database } from '../database/database.ts'
import { isLocalSite } from '../http/network/loopback.ts'
import { toDecodableUrl } from '../http/requests/to-decodable-url.ts'
import { createSecurityHeaders } from '../http/security-headers/security-headers.ts'
import { createSeparateServer } from '../http/separate-server.ts'
import { changes } from './changes.ts'
import { forward } from './forward.ts'
import { guardRequests } from './guard-requests.ts'
import { createSessionCookie } from './session-cookie.ts'
import { sessionRoutes } from './session-routes.ts'
import type { SignInServices } from './sign-in.ts'
import { createSignInCode } from './sign-in-code.ts'
import { staticFiles } from './static-files.ts'

// Nothing of another origin, and no text becomes a script.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

interface ConsoleParts
  extends Omit<SignInServices, 'code'>,
    Pick<Database, 'isUnavailable' | 'getWriteFailure'> {
  readonly configuration: Configuration
  readonly settings: NonNullable<ConsoleSettings>
  readonly site: Pick<Site, 'name'>
}

export interface Console {
  readonly server: FastifyInstance
  /** Where the owner opens it: on a local site with a code that signs in once. */
  readonly address: string
}

/**
 * Creates the console's server without a port. It depends on no release: it works while a bad shell breaks every page. Its requests
 * to the release API are forwarded to `app`, which closes it.
 */
export async function createConsole(app: FastifyInstance, parts: ConsoleParts): Promise<Console> {
  const { configuration, db, settings } = parts
  const { host, publicUrl, trustedProxy } = configuration
  const { folder, url } = settings
  const cookie = createSessionCookie(url)
  const isLocal = isLocalSite(host, publicUrl) && isLocalSite(settings.host, url)
  const code = isLocal ? createSignInCode() : null
  const headers = {
    ...createSecurityHeaders({ publicUrl: url })(),
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  const server = createSeparateServer(
    app,
    { ...parts, getSecurityHeaders: () => headers },
    {
      loggerInstance: app.log,
      trustProxy: trustedProxy,
      bodyLimit: 64 * 1024,
      rewriteUrl: ({ url: requested }) => toDecodableUrl(requested ?? '/'),
    },
  )
  await server.register(fastifyCookie)
  guardRequests(server, url, cookie.read)
  await server.register(sessionRoutes, { ...parts, cookie, code })
  await server.register(changes, { db, cookie })
  await server.register(forward, { site: app, publicUrl, cookie })
  await server.register(staticFiles, { folder })
  app.addHook('preClose', () => server.close())
  return { server, address: code === null ? url : `${url}/sign-in#code=${code.text}` }
}
