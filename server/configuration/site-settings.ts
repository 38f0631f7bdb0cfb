import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import {
  FlagSchema,
  MillisecondsSchema,
  OriginSchema,
  PortSchema,
  TextSchema,
  urlSchema,
  wholeNumberSchema,
} from './setting-schemas.ts'
import { getSiteSecret } from './site-secret.ts'

const namedRanges = ['loopback', 'linklocal', 'uniquelocal']

// `true` is rejected on purpose: it would take a visitor's address from a header that every client can set.
const TrustProxySchema = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((part) => part.trim())),
  v.check(
    (parts) =>
      parts.every((part) => namedRanges.includes(part) || isIP(part.replace(/\/\d{1,3}$/, '')) !== 0),
    'addresses or ranges of your proxies, such as loopback,10.0.0.0/8',
  ),
)

const minSecretLength = 32

/** Several secrets, separated by spaces; a text whose parts are too short for secrets is a single one. */
function splitSecrets(value: string): string[] {
  const parts = value.trim().split(/\s+/)
  return parts.every(({ length }) => length >= minSecretLength) ? parts : [value]
}

export const SiteSettingsSchema = v.object({
  PORT: v.optional(PortSchema, '3000'),
  HOST: v.optional(TextSchema, '127.0.0.1'),
  DATA_DIR: v.optional(TextSchema, '.data'),
  DATABASE_URL: v.optional(
    urlSchema('a URL such as postgres://user:password@host/name', 'postgres:', 'postgresql:'),
  ),
  PUBLIC_URL: v.optional(OriginSchema),
  SITE_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.transform(splitSecrets),
      v.check(
        (values) => values.every(({ length }) => length >= minSecretLength),
        'at least 32 characters, as `openssl rand -hex 32` prints, followed, to replace it, by a space and the old secret',
      ),
    ),
  ),
  TRUST_PROXY: v.optional(TrustProxySchema),
  // Above 1 if many visitors share an address, and in tests.
  ADDRESS_LIMIT_FACTOR: v.optional(wholeNumberSchema('a whole number from 1 to 10000', [1, 10_000]), '1'),
  VISITORS_SHARE_ADDRESS: v.optional(FlagSchema, 'false'),
  // The specification's chunk load timeout (section 9).
  LOAD_DEADLINE_MS: v.optional(MillisecondsSchema, '120000'),
  // The sandbox's largest image, 4 MiB, at 1 Mbit/s.
  REQUEST_DEADLINE_MS: v.optional(MillisecondsSchema, '45000'),
  // At most two thirds of what stopping may take.
  DRAIN_MS: v.optional(wholeNumberSchema('milliseconds from 0 to 20000', [0, 20_000]), '0'),
  SITE_CONFIG: v.optional(TextSchema, 'site.config.json'),
  SITE_IMAGE: v.optional(TextSchema),
  CONTENT_DIR: v.optional(TextSchema),
})

/** Creates the site's secret in the data folder if `SITE_SECRET` isn't set. */
export function readSiteSettings(env: v.InferOutput<typeof SiteSettingsSchema>, folder: string) {
  const dataDir = resolve(folder, env.DATA_DIR)
  const [secret = getSiteSecret(dataDir), ...oldSecrets] = env.SITE_SECRET ?? []
  return {
    port: env.PORT,
    host: env.HOST,
    /** Absolute path. */
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    /** Origin at which visitors reach the site, without a trailing slash. */
    publicUrl: env.PUBLIC_URL ?? `http://${getReachableHost(env.HOST)}:${env.PORT}`,
    /** The site's secret, which signs. */
    secret,
    /** Including those it has replaced, whose signatures are still valid. */
    secrets: [secret, ...oldSecrets] as const,
    /** Proxies that may forward a visitor's address: Fastify's `trustProxy`. */
    trustedProxy: env.TRUST_PROXY ?? (false as const),
    /** Multiplies how many account requests one network address may send, and how many visitors of a network count. */
    addressLimitFactor: env.ADDRESS_LIMIT_FACTOR,
    /** Whether every visitor counts for rollouts, as if each had a network. */
    countedBy: env.VISITORS_SHARE_ADDRESS === 'true' ? ('visitor' as const) : ('network' as const),
    loadDeadlineMs: env.LOAD_DEADLINE_MS,
    /** Time for a complete request to arrive, except a release upload. */
    requestDeadlineMs: env.REQUEST_DEADLINE_MS,
    /** For how long a server that is asked to stop still accepts connections, so that proxies can leave it. */
    drainMs: env.DRAIN_MS,
    siteConfigFile: resolve(folder, env.SITE_CONFIG),
    /** Absolute path of the folder with the owner's built content. */
    contentFolder: resolve(folder, env.CONTENT_DIR ?? 'dist/content'),
    /** Whether CONTENT_DIR is set, so that content is expected there. */
    expectsContent: env.CONTENT_DIR !== undefined,
    /** The site's Open Graph image; null: links to the site are shown without one. */
    siteImageFile: env.SITE_IMAGE === undefined ? null : resolve(folder, env.SITE_IMAGE),
  }
}

function getReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
