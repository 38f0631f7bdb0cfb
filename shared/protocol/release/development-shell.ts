import { ReleaseFileSchema } from '@portico/kit/contract/release-file.ts'
import * as v from 'valibot'

/** The script of a shell's release that is the same shell with React's build for development, for `portico dev` alone. */
export const developmentFile = 'development.js'

/** Where the site says which shell is in use, and what the hash of that script is. Not in `paths`, which browsers load. */
export const developmentShellPath = '/-/kit/shell.json'

/** Schema of the response. */
export const DevelopmentShellSchema = v.object({
  /** Id of the shell's release. */
  release: v.string(),
  script: ReleaseFileSchema,
  /** The script of the inspector; missing: the site is older. */
  inspector: v.optional(ReleaseFileSchema),
})

/**
 * The attribute of the inspector's script that names the remote that `portico dev` builds, because no release says so.
 */
export const developedRemoteAttribute = 'data-developed'

export type DevelopmentShell = v.InferOutput<typeof DevelopmentShellSchema>
