import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Schema of an error that a release has thrown in the browsers of visitors. */
export const ReleaseErrorSchema = v.object({
  remote: AppNameSchema,
  /** `<version>-<hash8>` */
  release: v.string(),
  /** The error's class, such as `TypeError`. */
  type: v.string(),
  /** A script of the release. */
  file: v.string(),
  line: count,
  column: count,
  /** Where that is in the sources; null: the release has no source map. `function` is null outside of functions with a name. */
  source: v.nullable(v.object({ file: v.string(), line: count, function: v.nullable(v.string()) })),
  /** The path pattern of the page on which it last happened; empty: of none of this site. */
  page: v.string(),
  /** Families, such as `firefox`. */
  browsers: v.array(v.string()),
  /** Visitors who had it while the release was in this arm. */
  canary: count,
  stable: count,
  firstSeenAt: v.number(),
  lastSeenAt: v.number(),
})

export type ReleaseError = v.InferOutput<typeof ReleaseErrorSchema>

/** Response of `GET /-/remotes/{remote}/errors?release=`, those that most visitors had first. */
export const ReleaseErrorsSchema = v.object({ errors: v.array(ReleaseErrorSchema) })

/** Where an error was thrown, such as `pages/home/forecast.tsx:41`; without a source map, in the script. */
export function getErrorPlace({ source, file, line, column }: ReleaseError): string {
  return source === null ? `${file}:${line}:${column}` : `${source.file}:${source.line}`
}

/** An error in a few words, such as `TypeError in forecast.tsx:41`. */
export function describeError(error: ReleaseError): string {
  return `${error.type} in ${getErrorPlace(error).replace(/^.*\//, '')}`
}
