import * as v from 'valibot'

/** Schema of the name of a development session: the builds of one `portico dev --on`. */
export const DevSessionSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]{10,32}$/, 'expected 10 to 32 letters and digits'),
)

const prefix = '0.0.0-dev.'

/** Prefix of the versions of a session's builds. No release that visitors can get has such a version. */
export function getDevPrefix(session: string): string {
  return `${prefix}${session}.`
}

/** The version of one build of a session: `0.0.0-dev.k3v9x2m4qa.7`. */
export function getDevVersion(session: string, build: number): string {
  return getDevPrefix(session) + build
}

/** Whether this is the version or the id of a build of a development session. */
export function isDevVersion(version: string): boolean {
  return version.startsWith(prefix)
}
