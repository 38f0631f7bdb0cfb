import * as v from 'valibot'

/** Shape of what a file has to hash to: SHA-256; releases of before have SHA-384. */
export const IntegritySchema = v.pipe(
  v.string(),
  v.regex(/^(?:sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64})$/, 'expected sha256-<base64>'),
)
/** Name of a file of a release. No segment begins with a dot, so none can be `..` or a hidden file. */
export const fileNameShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
/** Shape of a file's name within its release. */
export const FileNameSchema = v.pipe(v.string(), v.regex(fileNameShape, 'expected a relative file name'))
/** Shape of a file that the page has to fetch, with what it must hash to. */
export const ReleaseFileSchema = v.strictObject({ file: FileNameSchema, integrity: IntegritySchema })

/** A file of a release; `file` is relative to the release's folder. */
export type ReleaseFile = v.InferOutput<typeof ReleaseFileSchema>
