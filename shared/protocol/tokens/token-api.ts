import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'

/** The permissions of a token for one remote, or for all with `*`. */
const tokenPermissions = ['read', 'publish', 'rollout', 'rollback', 'switch', 'preview'] as const

export type TokenPermission = (typeof tokenPermissions)[number]

const expected = `expected read, admin, or a permission and a remote such as publish:catalogue or rollback:* (permissions: ${tokenPermissions.join(', ')})`

/**
 * Schema of a scope: `read`, `admin`, `publish:<remote>`, `rollback:*`. `admin` includes all others; a permission for a remote includes
 * `read:<remote>`, and one for all remotes `read`. `host:<host>` is for the server of that host alone. Only `rollback:*` is for the shell, too; all others need its name, as in `publish:shell`.
 */
const ScopeSchema = v.pipe(
  v.string(),
  v.check((scope) => {
    if (scope === 'read' || scope === 'admin') return true
    const [permission, remote, ...rest] = scope.split(':')
    if (permission === 'host') return v.is(AppNameSchema, remote) && rest.length === 0
    const isPermission = tokenPermissions.some((known) => known === permission)
    const isRemote = remote === '*' || v.is(AppNameSchema, remote)
    return isPermission && isRemote && rest.length === 0
  }, expected),
)

/** Schema of a permission for one remote, such as `publish:things`, as its two parts. */
export const RequiredPermissionSchema = v.pipe(
  v.string(),
  v.transform((scope) => {
    const [verb, ...rest] = scope.split(':')
    return { verb, remote: rest.join(':') }
  }),
  v.object({
    verb: v.picklist(tokenPermissions, `expected one of ${tokenPermissions.join(', ')} before the colon`),
    remote: AppNameSchema,
  }),
)

/**
 * Whether scopes include a permission for a remote or the shell. The shell is the operator's, so those for all remotes don't include it,
 * except that whoever is on call for all of them may return to the release of the shell before.
 */
export function includesPermission(scopes: readonly string[], verb: TokenPermission, app: string): boolean {
  const isOfAll = app !== 'shell' || verb === 'rollback'
  const accepted = ['admin', `${verb}:${app}`, ...(isOfAll ? [`${verb}:*`] : [])]
  return scopes.some((scope) => accepted.includes(scope))
}

/** Actors in the audit log that are not token holders. */
export const systemActors = {
  /** The site's own decisions. */
  site: 'site',
  /** Publishing at startup. */
  startup: 'start',
  /** The holder of the first token, in the data folder. */
  admin: 'admin',
} as const

const reservedNames = new Set<string>([
  ...Object.values(systemActors),
  'startup',
  'system',
  'server',
  'portico',
])

/** Whether the audit log could mistake a token of this name for the site itself, however it is spelled. */
export function isReservedName(name: string): boolean {
  return reservedNames.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}

const expectedDays = 'expected a whole number of days from 1 to 366'

/** Body of `POST /-/tokens`. */
export const CreateTokenSchema = v.strictObject({
  /** The name in audit events. */
  name: v.pipe(
    v.string(),
    v.regex(
      /^[A-Za-z0-9][A-Za-z0-9 ._@-]{0,59}$/,
      'expected 1 to 60 letters, digits, spaces or any of . _ @ -, beginning with a letter or a digit',
    ),
    v.check(
      (name) => !isReservedName(name),
      'expected the name of a person, team or machine, got one that stands for the site itself',
    ),
  ),
  scopes: v.pipe(v.array(ScopeSchema), v.minLength(1, 'expected at least one scope')),
  days: v.optional(
    v.pipe(v.number(), v.integer(expectedDays), v.minValue(1, expectedDays), v.maxValue(366, expectedDays)),
    90,
  ),
})

/** Schema of a token without its secret. */
export const TokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(v.string()),
  createdAt: v.number(),
  expiresAt: v.number(),
  lastUsedAt: v.nullable(v.number()),
})

export type Token = v.InferOutput<typeof TokenSchema>

const soonMs = 14 * 24 * 3_600_000

/** Whether a token expires within 14 days. One that was created for so short a time needs no warning. */
export function expiresSoon(
  { createdAt, expiresAt }: Pick<Token, 'createdAt' | 'expiresAt'>,
  now: number,
): boolean {
  return expiresAt - now <= soonMs && expiresAt - createdAt > soonMs
}

/** Response of `POST /-/tokens`. The secret is never shown again. */
export const CreatedTokenSchema = v.object({ ...TokenSchema.entries, secret: v.string() })
