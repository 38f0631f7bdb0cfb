import * as v from 'valibot'
import { deriveAuditKey } from '../../releases/changes/audit-key.ts'

/** Names of the entries, in this order. */
export const entryNames = {
  /** What a reader must know before the rest. */
  head: 'portico-backup.json',
  /** `releases/<app>/<id>/release.json`, then `releases/<app>/<id>/files/<name>`. */
  releases: 'releases/',
  releaseRecord: 'release.json',
  releaseFiles: 'files/',
  /** `kits/<id>.tgz`, then `kits/current` with the id of the current one. */
  kits: 'kits/',
  currentKit: 'current',
  schema: 'database/schema.json',
  /** `database/<table>/<number>.ndjson.gz`: rows, each as a line of JSON. */
  tables: 'database/',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
} as const

/** Changes when an older program could no longer read an archive. */
export const formatVersion = 1

const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0))
const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Schema of the first entry. */
export const HeadSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ format: v.literal(formatVersion), createdAt: v.string() }),
)

/** Schema of the entry that describes the tables. */
export const SchemaSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    migrations: v.array(v.string()),
    tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
  }),
)

/** What an archive contains; the last entry but one, so that an archive that has it is complete. */
export const ManifestSchema = v.object({
  format: v.literal(formatVersion),
  /** When the database was read, in ISO 8601. */
  createdAt: v.string(),
  /** SHA-256 of name, size and SHA-256 of every entry before. */
  sha256: HashSchema,
  tables: v.record(v.string(), v.object({ rows: CountSchema, sha256: HashSchema })),
  releases: v.object({ count: CountSchema, files: CountSchema, bytes: CountSchema }),
  /** What is wrong with releases that the site had and that are not in the archive. */
  missing: v.array(v.string()),
  kits: CountSchema,
  /** The newest event of the audit log. */
  audit: v.object({ seq: CountSchema, hash: HashSchema }),
})

export type Manifest = v.InferOutput<typeof ManifestSchema>

const SignatureSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ key: v.string(), signature: v.string() }),
)

/** Signs the text of a manifest with the site's key, which signs its audit log as well. */
export function signManifest(text: string, secret: string): string {
  const { publicKey, sign } = deriveAuditKey(secret)
  return JSON.stringify({ key: publicKey, signature: sign(toMessage(text)) })
}

/** The public key that signed a manifest, and whether it is that of one of the secrets. */
export function checkSignature(secrets: readonly string[], text: string, given: string) {
  const { key, signature } = v.parse(SignatureSchema, given)
  const isSigned = secrets.some((secret) => deriveAuditKey(secret).verify(toMessage(text), signature))
  return { key, isSigned }
}

function toMessage(text: string): string {
  return `portico backup\n${text}`
}
