import { join } from 'node:path'
import * as v from 'valibot'
import { readJson } from '../../system/read-json.ts'
import { root } from '../../system/run-command.ts'

const PackageSchema = v.object({
  repository: v.optional(v.object({ type: v.string(), url: v.string() })),
})

/**
 * What the packages of `directory` say about their source: the repository of this project, once its owner has added it to `package.json`.
 * The registry compares it with the workflow that publishes.
 */
export function readRepository(directory: string): object {
  const { repository } = readJson(join(root, 'package.json'), PackageSchema)
  return repository === undefined ? {} : { repository: { ...repository, directory } }
}
