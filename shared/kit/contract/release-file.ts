import * as v from 'valibot'

/** Files of a release: the largest remote of this site has 67. */
export const maxFiles = 2_000
export const mebibyte = 1024 * 1024
/** Of all files of a release: the largest remote of this site has half a MiB. */
export const maxUnpackedBytes = 60 * mebibyte
const headerBytes = 3 * 512 // per entry: its own header, and another one with two blocks for a long name
/** Of the archive of a release, unpacked. */
export const maxTarBytes = maxUnpackedBytes + maxFiles * headerBytes

/** Schema of an integrity hash: SHA-256, or SHA-384 in older releases. */
export const IntegritySchema = v.pipe(
  v.string(),
  v.regex(/^(?:sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64})$/, 'expected sha256-<base64>'),
)
/** Matches the name of a release file. No segment starts with a dot, so it can't be `..` or a hidden file. */
export const fileNameShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
/** Schema of a file's name within its release. */
export const FileNameSchema = v.pipe(v.string(), v.regex(fileNameShape, 'expected a relative file name'))
/** Schema of a file that the page fetches, with its integrity hash. */
export const ReleaseFileSchema = v.strictObject({ file: FileNameSchema, integrity: IntegritySchema })

/** A file of a release; `file` is relative to the release's folder. */
export type ReleaseFile = v.InferOutput<typeof ReleaseFileSchema>
