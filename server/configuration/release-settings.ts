import { resolve } from 'node:path'
import { RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import { OriginSchema, wasmAccess } from '@portico/kit/contract/origins.ts'
import { BaseUrlSchema } from '@portico/protocol/release/release-record.ts'
import { planNames } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import {
  MillisecondsSchema,
  splitList,
  TextSchema,
  WebUrlSchema,
  wholeNumberSchema,
} from './setting-schemas.ts'

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

/** Schema of remotes or hosts, each with what the operator lets it do. */
function remoteListSchema(isAllowed: (value: string) => boolean, expected: string) {
  return v.pipe(
    v.string(),
    v.transform((text) =>
      splitList(text).map((part) => {
        const [remote = '', ...rest] = part.split('=')
        return { remote, value: rest.join('=') }
      }),
    ),
    v.check(
      (entries) =>
        entries.every(
          ({ remote, value }) => v.is(RemoteManifestSchema.entries.name, remote) && isAllowed(value),
        ),
      expected,
    ),
  )
}

// Permission to publish must not include choosing the origins in the site's policy.
const RemoteOriginsSchema = v.pipe(
  remoteListSchema(
    (value) => v.is(BaseUrlSchema, `${value}/`) && URL.parse(value)?.origin === value,
    'remotes, each with the origin of its files, such as weather=https://cdn.example.com',
  ),
  v.transform((entries) => entries.map(({ remote, value }) => ({ remote, origin: value }))),
)

const RemoteAccessSchema = remoteListSchema(
  (value) => value === wasmAccess || v.is(OriginSchema, value),
  `remotes, each with an origin that its pages may use, or ${wasmAccess}, such as weather=https://api.example.com weather=${wasmAccess}`,
)

const HostsSchema = v.pipe(
  remoteListSchema(
    (value) => URL.parse(value)?.origin === value && /^https?:/.test(value),
    'hosts, each with an origin of its pages, such as shop=https://shop.example.com',
  ),
  v.transform((entries) => entries.map(({ remote, value }) => ({ host: remote, origin: value }))),
)

const TrustedSitesSchema = v.pipe(
  v.string(),
  v.transform((value) =>
    splitList(value).map((part) => {
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

export const ReleaseSettingsSchema = v.object({
  RELEASE_STORE: v.optional(StoreSchema),
  AWS_ENDPOINT_URL_S3: v.optional(WebUrlSchema),
  AWS_REGION: v.optional(TextSchema, 'us-east-1'),
  AWS_ACCESS_KEY_ID: v.optional(TextSchema),
  AWS_SECRET_ACCESS_KEY: v.optional(TextSchema),
  AWS_SESSION_TOKEN: v.optional(TextSchema),
  UPLOAD_IDLE_MS: v.optional(MillisecondsSchema, '10000'),
  // The largest archive, 20 MiB, at 1 Mbit/s.
  UPLOAD_DEADLINE_MS: v.optional(MillisecondsSchema, '180000'),
  // A release has about half a MiB; ten a day fit into the 30 days for which their files are kept.
  REMOTE_MAX_RELEASES: v.optional(
    wholeNumberSchema('a whole number from 11 to 100000', [11, 100_000]),
    '500',
  ),
  REMOTE_MAX_MB: v.optional(wholeNumberSchema('MiB from 1 to 10000000', [1, 10_000_000]), '1024'),
  REMOTE_ORIGINS: v.optional(RemoteOriginsSchema, ''),
  REMOTE_ACCESS: v.optional(RemoteAccessSchema, ''),
  HOSTS: v.optional(HostsSchema, ''),
  TRUSTED_SITES: v.optional(TrustedSitesSchema, ''),
  PUBLISH_FROM: v.optional(TextSchema),
  RELEASES_FROM: v.optional(TextSchema),
  SHELL_PLAN: v.optional(v.picklist(planNames, `one of ${planNames.join(', ')}`)),
})
type Environment = v.InferOutput<typeof ReleaseSettingsSchema>

/** Paths are relative to `folder`. */
export function readReleaseSettings(env: Environment, folder: string) {
  return {
    /** S3-compatible store of release files; null: they are in the data folder. */
    releaseStore: getStore(env),
    uploadDeadlines: { idleMs: env.UPLOAD_IDLE_MS, totalMs: env.UPLOAD_DEADLINE_MS },
    /** How much each remote may store. */
    remoteQuota: { releases: env.REMOTE_MAX_RELEASES, bytes: env.REMOTE_MAX_MB * 1024 * 1024 },
    /** Other origins from which remotes may load their files. */
    remoteOrigins: env.REMOTE_ORIGINS,
    /** What pages of remotes may use in addition to what every page may: origins, or `wasm`. */
    remoteAccess: env.REMOTE_ACCESS,
    /** Hosts on other origins that load federated remotes from here. */
    hosts: env.HOSTS,
    /** Sites whose signed evidence about a promoted release counts, each with its public key. */
    trustedSites: env.TRUSTED_SITES,
    /** Folder of builds to publish at startup. */
    publishFrom: env.PUBLISH_FROM === undefined ? null : resolve(folder, env.PUBLISH_FROM),
    /** The plan with which a start rolls out a new shell; null: `now` on a local site, `mid` on a public one. */
    shellPlan: env.SHELL_PLAN ?? null,
    /** For development: folder whose current builds are served instead of published releases. */
    releasesFrom: env.RELEASES_FROM === undefined ? null : resolve(folder, env.RELEASES_FROM),
  }
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
