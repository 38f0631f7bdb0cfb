import { paths } from '@portico/kit/paths.ts'
import {
  type DevelopmentShell,
  developmentFile,
  developmentShellPath,
} from '@portico/protocol/release/development-shell.ts'
import { inspectFile } from '@portico/protocol/release/inspect-parameter.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { FastifyInstance } from 'fastify'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import { immutable } from '../../http/caching/immutable.ts'
import { createKeyedConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { Problem } from '../../http/problems/errors.ts'
import { allowNothing } from '../../http/security-headers/security-headers.ts'
import type { Discovery } from '../changes/discovery-repository.ts'
import { readShell } from '../compatibility/shell-compatibility.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { StoreUnavailableError } from '../storage/s3-bucket.ts'
import { openKitStore } from './kit-store.ts'

const maxCachedKits = 2 // the newest, and the one before while repositories still name it

/**
 * `GET /-/kit.tgz` redirects to the remote kit that was built with this site; `GET /-/kit/<id>.tgz` is its package.
 * `GET /-/kit/shell.json` names the script with which `portico dev` starts the shell.
 */
export async function kit(
  app: FastifyInstance,
  { configuration, db, discovery }: ReleaseStorage & { readonly discovery: Discovery },
): Promise<void> {
  const store = openKitStore(configuration)
  // All responses share the bytes: a package has megabytes, and clients may read slowly.
  const kits = createBoundedCache<Buffer>(maxCachedKits)
  const oneAtATime = createKeyedConcurrencyLimiter(1, Number.POSITIVE_INFINITY)
  const read = (id: string) =>
    oneAtATime(id, async () => {
      const bytes = kits.get(id) ?? (await store.read(id).catch(throwNotReady))
      if (bytes !== null) kits.set(id, bytes)
      return bytes
    })

  app.get(paths.kit, async (_request, reply) => {
    const id = await store.readCurrent().catch(throwNotReady)
    if (id === null)
      throw new Problem('not-found', {
        detail: 'This site has no remote kit yet.',
        hint: 'Run `npm run build`, then `npm start`, which publishes the kit with the shell.',
      })
    return reply.header('cache-control', 'no-cache').redirect(`${paths.kits}/${id}.tgz`, 302)
  })

  app.get(developmentShellPath, async (_request, reply): Promise<DevelopmentShell> => {
    const document = discovery.read()
    const files = (await readShell(db, document))?.files
    const script = files?.[developmentFile]
    const inspector = files?.[inspectFile]
    if (document.shell === null || script === undefined)
      throw new Problem('not-found', {
        detail: 'The shell of this site has no build for development.',
        hint: 'It was built before there were such builds. Build the site again with `npm start`.',
      })
    reply.header('cache-control', 'no-cache')
    return {
      release: getReleaseId(document.shell),
      script: { file: developmentFile, integrity: script.integrity },
      ...(inspector && { inspector: { file: inspectFile, integrity: inspector.integrity } }),
    }
  })

  app.get<{ Params: { file: string } }>(`${paths.kits}/:file`, async (request, reply) => {
    const { file } = request.params
    const bytes = file.endsWith('.tgz') ? await read(file.slice(0, -'.tgz'.length)) : null
    if (bytes === null)
      throw new Problem('not-found', {
        detail: `This site has no remote kit ${file}.`,
        hint: `${paths.kit} redirects to the newest kit.`,
      })
    allowNothing(reply)
    return reply.header('cache-control', immutable).type('application/gzip').send(bytes)
  })
}

function throwNotReady(cause: unknown): never {
  if (!(cause instanceof StoreUnavailableError)) throw cause
  throw new Problem('not-ready', { detail: 'The remote kit is temporarily unavailable.', cause })
}
