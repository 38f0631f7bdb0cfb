import * as v from 'valibot'
import { RemoteManifestSchema } from './manifest.ts'

/** What a token may be allowed to do to one remote, or with `*` to every one. */
const tokenPermissions = ['publish', 'rollout', 'rollback', 'switch', 'preview'] as const

/** One thing that a token may do. */
export type TokenPermission = (typeof tokenPermissions)[number]

const expected = `expected read, admin, or a verb and a remote such as publish:catalogue or rollback:* (verbs: ${tokenPermissions.join(', ')})`

/** Shape of a scope: `read`, `admin`, `publish:<remote>`, `rollback:*`. `admin` may do everything. */
const ScopeSchema = v.pipe(
  v.string(),
  v.check((scope) => {
    if (scope === 'read' || scope === 'admin') return true
    const [verb, remote, ...rest] = scope.split(':')
    const isVerb = tokenPermissions.some((known) => known === verb)
    const isRemote = remote === '*' || v.is(RemoteManifestSchema.entries.name, remote)
    return isVerb && isRemote && rest.length === 0
  }, expected),
)

/** Shape of the body of `POST /-/tokens`. */
export const CreateTokenSchema = v.strictObject({
  /** Whom events name. */
  name: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9 ._@-]{0,59}$/, 'expected a name of 1 to 60 signs'),
  ),
  scopes: v.pipe(v.array(ScopeSchema), v.minLength(1, 'expected at least one scope')),
  days: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366, 'expected 1 to 366 days')),
    90,
  ),
})

/** Shape of a token in a list: everything but its secret. */
export const TokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(v.string()),
  createdAt: v.number(),
  expiresAt: v.number(),
  lastUsedAt: v.nullable(v.number()),
})

/** A token without its secret. */
export type Token = v.InferOutput<typeof TokenSchema>

/** Shape of the answer of `POST /-/tokens`. The secret is shown here and never again. */
export const CreatedTokenSchema = v.object({ ...TokenSchema.entries, secret: v.string() })
