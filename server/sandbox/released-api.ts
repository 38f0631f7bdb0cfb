import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiDescriptionSchema, type Operation } from '@portico/shared/api/api-description.ts'
import { acceptsImage } from '@portico/shared/api/image-upload.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import { getReleasePath } from '../delivery/storage/folder-store.ts'
import { Problem } from '../http/problems/errors.ts'
import type { Discovery, Services } from '../services.ts'

/** The API that the sandbox stands in for. */
export interface ReleasedApi {
  readonly operations: readonly Operation[]
  /** Addresses of pictures that the examples name, in their order. */
  readonly exampleImages: readonly string[]
}

/**
 * Reads the API from the stable release whose manifest declares one; the function that it gives reads again only when
 * another release has taken its place. Throws `not-found` where no release declares one, `not-ready` where its file
 * cannot be used.
 */
export function createReleasedApiReader({
  discovery,
  configuration,
}: Pick<Services, 'configuration'> & {
  readonly discovery: Pick<Discovery, 'read'>
}): () => Promise<ReleasedApi> {
  const { dataDir, releasesFrom } = configuration
  let known: { readonly file: string; readonly revision: number; readonly api: ReleasedApi } | undefined
  return async () => {
    const { revision, remotes } = discovery.read()
    if (known?.revision === revision) return known.api
    const declared = Object.entries(remotes).find(([, { stable }]) => stable.apiDescription !== undefined)
    if (!declared) throw new Problem('not-found', { detail: 'No released remote describes an API.' })
    const [name, { stable }] = declared
    const folder =
      releasesFrom === null
        ? getReleasePath(dataDir, { app: name, id: getReleaseId(stable) })
        : join(releasesFrom, name)
    const file = join(folder, stable.apiDescription ?? '')
    // In development the same file has other contents with every revision.
    const isSame = known?.file === file && releasesFrom === null
    const api = isSame && known ? known.api : await readApi(file, name)
    known = { file, revision, api }
    return api
  }
}

async function readApi(file: string, remote: string): Promise<ReleasedApi> {
  try {
    const { operations } = v.parse(
      v.pipe(v.string(), v.parseJson(), ApiDescriptionSchema),
      await readFile(file, 'utf8'),
    )
    const pictures = operations.flatMap(({ parameters, example }) =>
      parameters.filter(({ name }) => acceptsImage(name)).map(({ name }) => example[name] ?? ''),
    )
    return { operations, exampleImages: [...new Set(pictures)].filter(Boolean).sort() }
  } catch (cause) {
    const detail = `The release of ${remote} describes its API in a way that this server does not read.`
    throw new Problem('not-ready', { detail, cause })
  }
}
