import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import { maxPort } from '@portico/protocol/max-port.ts'
import { BaseUrlSchema } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import { getSiteSecret } from './site-secret.ts'

const secrets = new Set([
  'SITE_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'NOTIFY_WEBHOOK_URL', // its query may hold a key
  'NOTIFY_WEBHOOK_SECRET',
  'NOTIFY_SLACK_URL',
  'METRICS_TOKEN',
])

const text = v.pipe(v.string(), v.trim(), v.minLength(1))

function wholeNumberSchema(expected: string, [min, max]: readonly [number, number]) {
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, expected),
    v.transform(Number),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  )
}

function urlSchema(expected: string, ...protocols: readonly string[]) {
  return v.pipe(
    v.string(),
    v.check((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), expected),
  )
}

const WebUrlSchema = urlSchema('a URL such as https://example.com/path', 'http:', 'https:')

// `fetch` refuses a user and password in a URL.
const NotifyUrlSchema = v.pipe(
  urlSchema('a URL such as https://example.com/hook', 'http:', 'https:'),
  v.check((value) => URL.parse(value)?.username === '', 'a URL without a user and a password'),
)

// The form of Standard Webhooks: 24 to 64 random bytes. Two secrets allow replacing one.
const WebhookSecretSchema = v.pipe(
  v.string(),
  v.transform((value) => value.trim().split(/\s+/)),
  v.check(
    (secrets) => secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(secret)),
    'whsec_ and at least 24 bytes in Base64, as `echo "whsec_$(openssl rand -base64 32)"` prints',
  ),
)

const PublicUrlSchema = v.pipe(
  urlSchema('a URL such as https://example.com', 'http:', 'https:'),
  v.check(
    (value) => /^\/?$/.test(URL.parse(value)?.pathname ?? ''),
    'a URL without a path, such as https://example.com',
  ),
  v.transform((value) => new URL(value).origin),
)

// nodemailer takes a query as its options, such as `?requireTLS=false` and `?debug=true`, which logs the password.
const SmtpUrlSchema = v.pipe(
  urlSchema('a URL such as smtps://user:password@host', 'smtp:', 'smtps:'),
  v.check((value) => !/[?#]/.test(value), 'a URL without a query: TLS and logging are not configurable'),
)

const MailFromSchema = v.pipe(
  v.string(),
  v.regex(/^(?:[^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'a sender such as Portico <no-reply@example.com>'),
  v.transform((value) => {
    const named = /^([^<]*)<([^>]+)>$/.exec(value)
    return { name: named?.[1]?.trim() ?? '', address: named?.[2] ?? value }
  }),
)

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

const StoreSchema = v.pipe(
  v.string(),
  v.regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9._-]+)*\/?$/,
    'a URL such as s3://bucket/prefix',
  ),
  v.transform((value) => {
    const [bucket = '', ...folders] = value.slice('s3://'.length).split('/').filter(Boolean)
    return { bucket, prefix: folders.map((folder) => `${folder}/`).join('') }
  }),
)

// Permission to publish must not include choosing the origins in the site's policy.
const RemoteOriginsSchema = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((part) => {
        const [remote = '', ...rest] = part.split('=')
        return { remote, origin: rest.join('=') }
      }),
  ),
  v.check(
    (entries) =>
      entries.every(
        ({ remote, origin }) =>
          v.is(RemoteManifestSchema.entries.name, remote) &&
          v.is(BaseUrlSchema, `${origin}/`) &&
          URL.parse(origin)?.origin === origin,
      ),
    'remotes, each with the origin of its files, such as weather=https://cdn.example.com',
  ),
)

const TrustedSitesSchema = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((part) => {
        const end = part.lastIndexOf('=')
        return { site: part.slice(0, Math.max(0, end)), key: part.slice(end + 1) }
      }),
  ),
  v.check(
    (entries) =>
      entries.every(({ site, key }) => URL.parse(site)?.origin === site && /^[\w-]{43}$/.test(key)),
    'sites, each with the key that `log --verify` prints there, such as https://staging.example.com=<key>',
  ),
)

const minSecretLength = 32

/** Several secrets, separated by spaces; a text whose parts are too short for secrets is a single one. */
function splitSecrets(value: string): string[] {
  const parts = value.trim().split(/\s+/)
  return parts.every(({ length }) => length >= minSecretLength) ? parts : [value]
}

const PortSchema = wholeNumberSchema(`a port from 1 to ${maxPort}`, [1, maxPort])

const github = 'https://github.com/login/oauth'
/** Every variable that the server reads. */
export const EnvironmentSchema = v.object({
  PORT: v.optional(PortSchema, '3000'),
  HOST: v.optional(text, '127.0.0.1'),
  DATA_DIR: v.optional(text, '.data'),
  RELEASE_STORE: v.optional(StoreSchema),
  AWS_ENDPOINT_URL_S3: v.optional(WebUrlSchema),
  AWS_REGION: v.optional(text, 'us-east-1'),
  AWS_ACCESS_KEY_ID: v.optional(text),
  AWS_SECRET_ACCESS_KEY: v.optional(text),
  AWS_SESSION_TOKEN: v.optional(text),
  DATABASE_URL: v.optional(
    urlSchema('a URL such as postgres://user:password@host/name', 'postgres:', 'postgresql:'),
  ),
  SMTP_URL: v.optional(SmtpUrlSchema),
  MAIL_FROM: v.optional(MailFromSchema),
  PUBLIC_URL: v.optional(PublicUrlSchema),
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
  GOOGLE_CLIENT_ID: v.optional(text),
  GOOGLE_CLIENT_SECRET: v.optional(text),
  GOOGLE_DISCOVERY_URL: v.optional(
    WebUrlSchema,
    'https://accounts.google.com/.well-known/openid-configuration',
  ),
  GITHUB_CLIENT_ID: v.optional(text),
  GITHUB_CLIENT_SECRET: v.optional(text),
  GITHUB_AUTHORIZE_URL: v.optional(WebUrlSchema, `${github}/authorize`),
  GITHUB_TOKEN_URL: v.optional(WebUrlSchema, `${github}/access_token`),
  GITHUB_USER_URL: v.optional(WebUrlSchema, 'https://api.github.com/user'),
  GITHUB_EMAILS_URL: v.optional(WebUrlSchema, 'https://api.github.com/user/emails'),
  TRUST_PROXY: v.optional(TrustProxySchema),
  NOTIFY_WEBHOOK_URL: v.optional(NotifyUrlSchema),
  NOTIFY_WEBHOOK_SECRET: v.optional(WebhookSecretSchema),
  NOTIFY_SLACK_URL: v.optional(NotifyUrlSchema),
  NOTIFY_EMAIL: v.optional(
    v.pipe(v.string(), v.trim(), v.email('one email address, such as on-call@example.com')),
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\S{32,}$/, 'at least 32 characters without spaces, as `openssl rand -hex 32` prints'),
    ),
  ),
  METRICS_PORT: v.optional(PortSchema),
  METRICS_HOST: v.optional(text, '127.0.0.1'),
  // Above 1 if many visitors share an address, and in tests.
  ADDRESS_LIMIT_FACTOR: v.optional(wholeNumberSchema('a whole number from 1 to 10000', [1, 10_000]), '1'),
  VISITORS_SHARE_ADDRESS: v.optional(v.picklist(['true', 'false'], 'true or false'), 'false'),
  // The specification's chunk load timeout (section 9).
  LOAD_DEADLINE_MS: v.optional(wholeNumberSchema('milliseconds from 1 to 3600000', [1, 3_600_000]), '120000'),
  // The sandbox's largest image, 4 MiB, at 1 Mbit/s.
  REQUEST_DEADLINE_MS: v.optional(
    wholeNumberSchema('milliseconds from 1 to 3600000', [1, 3_600_000]),
    '45000',
  ),
  UPLOAD_IDLE_MS: v.optional(wholeNumberSchema('milliseconds from 1 to 3600000', [1, 3_600_000]), '10000'),
  // The largest archive, 20 MiB, at 1 Mbit/s.
  UPLOAD_DEADLINE_MS: v.optional(
    wholeNumberSchema('milliseconds from 1 to 3600000', [1, 3_600_000]),
    '180000',
  ),
  // At most two thirds of what stopping may take.
  DRAIN_MS: v.optional(wholeNumberSchema('milliseconds from 0 to 20000', [0, 20_000]), '0'),
  // A release has about half a MiB; ten a day fit into the 30 days for which their files are kept.
  REMOTE_MAX_RELEASES: v.optional(
    wholeNumberSchema('a whole number from 11 to 100000', [11, 100_000]),
    '500',
  ),
  REMOTE_MAX_MB: v.optional(wholeNumberSchema('MiB from 1 to 10000000', [1, 10_000_000]), '1024'),
  REMOTE_ORIGINS: v.optional(RemoteOriginsSchema, ''),
  TRUSTED_SITES: v.optional(TrustedSitesSchema, ''),
  SITE_CONFIG: v.optional(text, 'site.config.json'),
  SITE_IMAGE: v.optional(text),
  CONTENT_DIR: v.optional(text),
  PUBLISH_FROM: v.optional(text),
  RELEASES_FROM: v.optional(text),
  FORCE_SHELL: v.optional(v.picklist(['true', 'false'], 'true or false'), 'false'),
})
type Environment = v.InferOutput<typeof EnvironmentSchema>

/** The parsed and frozen environment. `null`: not configured. */
export type Configuration = ReturnType<typeof readConfiguration>

/** The environment is invalid; the message has one line for each variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/**
 * Parses the environment. Creates the site's secret in the data folder if `SITE_SECRET` isn't set. Throws a
 * ConfigurationError that names each invalid variable and never contains a secret.
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>, folder: string) {
  const env = parse(environment)
  const dataDir = resolve(folder, env.DATA_DIR)
  const [secret = getSiteSecret(dataDir), ...oldSecrets] = env.SITE_SECRET ?? []
  const secrets = [secret, ...oldSecrets] as const
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    /** Absolute path. */
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    /** S3-compatible store of release files; null: they are in the data folder. */
    releaseStore: getStore(env),
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    /** Origin at which visitors reach the site, without a trailing slash. */
    publicUrl: env.PUBLIC_URL ?? `http://${getReachableHost(env.HOST)}:${env.PORT}`,
    /** The site's secret, which signs. */
    secret,
    /** Including those it has replaced, whose signatures are still valid. */
    secrets,
    /** Where notifications about rollouts go; null: not configured. */
    notify: {
      webhook:
        env.NOTIFY_WEBHOOK_URL && env.NOTIFY_WEBHOOK_SECRET
          ? { url: env.NOTIFY_WEBHOOK_URL, secrets: env.NOTIFY_WEBHOOK_SECRET }
          : null,
      slack: env.NOTIFY_SLACK_URL ?? null,
      email: env.NOTIFY_EMAIL ?? null,
    },
    /** How metrics can be scraped: with a token, on their own port, or both; null: they can't. */
    metrics: {
      token: env.METRICS_TOKEN ?? null,
      listen: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    },
    google: getGoogle(env),
    github: getGithub(env),
    /** Proxies that may forward a visitor's address: Fastify's `trustProxy`. */
    trustedProxy: env.TRUST_PROXY ?? false,
    /** Multiplies how many account requests one network address may send, and how many visitors of a network count. */
    addressLimitFactor: env.ADDRESS_LIMIT_FACTOR,
    /** Whether every visitor counts for rollouts, as if each had a network. */
    countedBy: env.VISITORS_SHARE_ADDRESS === 'true' ? ('visitor' as const) : ('network' as const),
    loadDeadlineMs: env.LOAD_DEADLINE_MS,
    /** Time for a complete request to arrive, except a release upload. */
    requestDeadlineMs: env.REQUEST_DEADLINE_MS,
    uploadDeadlines: { idleMs: env.UPLOAD_IDLE_MS, totalMs: env.UPLOAD_DEADLINE_MS },
    /** For how long a server that is asked to stop still accepts connections, so that proxies can leave it. */
    drainMs: env.DRAIN_MS,
    /** How much each remote may store. */
    remoteQuota: { releases: env.REMOTE_MAX_RELEASES, bytes: env.REMOTE_MAX_MB * 1024 * 1024 },
    /** Other origins from which remotes may load their files. */
    remoteOrigins: env.REMOTE_ORIGINS,
    /** Sites whose signed evidence about a promoted release counts, each with its public key. */
    trustedSites: env.TRUSTED_SITES,
    siteConfigFile: resolve(folder, env.SITE_CONFIG),
    /** Absolute path of the folder with the owner's built content. */
    contentFolder: resolve(folder, env.CONTENT_DIR ?? 'dist/content'),
    /** Whether CONTENT_DIR is set, so that content is expected there. */
    expectsContent: env.CONTENT_DIR !== undefined,
    /** The site's Open Graph image; null: links to the site are shown without one. */
    siteImageFile: env.SITE_IMAGE === undefined ? null : resolve(folder, env.SITE_IMAGE),
    /** Folder of builds to publish at startup. */
    publishFrom: env.PUBLISH_FROM === undefined ? null : resolve(folder, env.PUBLISH_FROM),
    /** Whether a start makes its shell live even if it is older, or live remotes can't run in it. */
    forceShell: env.FORCE_SHELL === 'true',
    /** For development: folder whose current builds are served instead of published releases. */
    releasesFrom: env.RELEASES_FROM === undefined ? null : resolve(folder, env.RELEASES_FROM),
  })
}

function parse(environment: Readonly<Record<string, string | undefined>>): Environment {
  // Compose files and CI pass unset variables as empty ones.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = v.safeParse(EnvironmentSchema, given, { abortPipeEarly: true })
  const problems = parsed.success
    ? findMissing(parsed.output)
    : parsed.issues.map((issue) => describeIssue(issue, given))
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems.join('\n'))
  return parsed.output
}

function describeIssue(issue: v.BaseIssue<unknown>, given: Record<string, string | undefined>): string {
  const name = String(issue.path?.[0]?.key)
  const actual = secrets.has(name)
    ? 'another value (hidden because it is a secret)'
    : JSON.stringify(given[name])
  return `${name}: expected ${issue.message}, got ${actual}. Correct the variable, or unset it to use the default.`
}

const dependencies = [
  ['RELEASE_STORE', 'AWS_ACCESS_KEY_ID'],
  ['RELEASE_STORE', 'AWS_SECRET_ACCESS_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GITHUB_CLIENT_SECRET', 'GITHUB_CLIENT_ID'],
  ['NOTIFY_WEBHOOK_URL', 'NOTIFY_WEBHOOK_SECRET'],
  ['NOTIFY_WEBHOOK_SECRET', 'NOTIFY_WEBHOOK_URL'],
] as const

function findMissing(env: Environment): string[] {
  return dependencies
    .filter(([given, needed]) => env[given] !== undefined && env[needed] === undefined)
    .map(
      ([given, needed]) =>
        `${needed}: expected a value because ${given} is set, got none. Set it, or unset ${given}.`,
    )
}

function getReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function getStore({ RELEASE_STORE, ...env }: Environment) {
  if (!RELEASE_STORE || !env.AWS_ACCESS_KEY_ID || !env.AWS_SECRET_ACCESS_KEY) return null
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${env.AWS_REGION}.amazonaws.com`
  return {
    ...RELEASE_STORE,
    endpoint: endpoint.replace(/\/$/, ''),
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    ...(env.AWS_SESSION_TOKEN !== undefined && { sessionToken: env.AWS_SESSION_TOKEN }),
  }
}

function getGoogle(env: Environment) {
  if (!env.GOOGLE_CLIENT_ID || !env.GOOGLE_CLIENT_SECRET) return null
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    discoveryUrl: env.GOOGLE_DISCOVERY_URL,
  }
}

function getGithub(env: Environment) {
  if (!env.GITHUB_CLIENT_ID || !env.GITHUB_CLIENT_SECRET) return null
  return {
    clientId: env.GITHUB_CLIENT_ID,
    clientSecret: env.GITHUB_CLIENT_SECRET,
    authorizeUrl: env.GITHUB_AUTHORIZE_URL,
    tokenUrl: env.GITHUB_TOKEN_URL,
    userUrl: env.GITHUB_USER_URL,
    emailsUrl: env.GITHUB_EMAILS_URL,
  }
}
