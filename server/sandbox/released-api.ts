import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiDescriptionSchema, type Operation } from '@portico/kit/api/api-description.ts'
import { acceptsImage } from '@portico/kit/api/image-upload.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import type { Configuration } from '../configuration/configuration.ts'
import { Problem } from '../http/problems/errors.ts'
import type { Discovery } from '../releases/changes/discovery-repository.ts'
import { getReleasePath } from '../releases/storage/folder-store.ts'

export interface ReleasedApi {
  readonly operations: readonly Operation[]
  /** URLs of the images in the examples, sorted. */
  readonly exampleImages: readonly string[]
}

/**
 * Reads the API description from the stable release that has one, and again only when another release replaces it. The
 * returned function throws `not-found` if no release has one, and `not-ready` if its file is invalid.
 */
export function createReleasedApiReader({
  discovery,
  configuration,
}: {
  readonly configuration: Configuration
  readonly discovery: Pick<Discovery, 'read'>
}): () => Promise<ReleasedApi> {
  const { dataDir, releasesFrom } = configuration
  let known:
    | { readonly file: string; readonly document: DiscoveryDocument; readonly api: ReleasedApi }
    | undefined
  return async () => {
    const document = discovery.read()
    if (known?.document === document) return known.api
    const declared = Object.entries(document.remotes).find(
      ([, { stable }]) => stable.apiDescription !== undefined,
    )
    if (!declared) throw new Problem('not-found', { detail: 'No released remote has an API description.' })
    const [name, { stable }] = declared
    const folder =
      releasesFrom === null
        ? getReleasePath(dataDir, { app: name, id: getReleaseId(stable) })
        : join(releasesFrom, name)
    const file = join(folder, stable.apiDescription ?? '')
    // In development the same file may change with every revision.
    const isSame = known?.file === file && releasesFrom === null
    const api = isSame && known ? known.api : await readApi(file, name)
    known = { file, document, api }
    return api
  }
}

async function readApi(file: string, remote: string): Promise<ReleasedApi> {
  try {
    const { operations } = v.parse(
      v.pipe(v.string(), v.parseJson(), ApiDescriptionSchema),
      await readFile(file, 'utf8'),
    )
    const images = operations.flatMap(({ parameters, example }) =>
      parameters.filter(({ name }) => acceptsImage(name)).map(({ name }) => example[name] ?? ''),
    )
    return { operations, exampleImages: [...new Set(images)].filter(Boolean).sort() }
  } catch (cause) {
    const detail = `The API description of ${remote}'s release is invalid.`
    throw new Problem('not-ready', { detail, cause })
  }
}
