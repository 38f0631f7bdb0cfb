import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import type { SiteFigures } from '@portico/kit/site/site-figures.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { encodings } from '@portico/protocol/release/compression.ts'
import { getReleaseId, getVersion } from '@portico/protocol/release/release-record.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/tables.ts'
import type { Discovery } from './changes/discovery-repository.ts'
import { getReleasePath } from './storage/folder-store.ts'
import type { ReleaseStorage } from './storage/release-store.ts'

const maxAgeMs = 60_000 // each visitor may ask, and nothing here changes more often

/**
 * `GET /-/figures.json`: figures about the releases of this site, for everyone. No reasons and no names of tokens or
 * people: only what the discovery document's revisions reveal, too.
 */
export async function figures(
  app: FastifyInstance,
  services: ReleaseStorage & { readonly discovery: Discovery },
): Promise<void> {
  const { db, discovery, configuration } = services
  let cached: {
    readonly figures: SiteFigures
    readonly document: DiscoveryDocument
    readonly at: number
  } | null = null
  app.get(paths.figures, async (_request, reply) => {
    const document = discovery.read()
    if (cached === null || cached.document !== document || performance.now() - cached.at > maxAgeMs) {
      const shellBytes = await getShellBytes(configuration.dataDir, document.shell)
      cached = { figures: { ...(await readFigures(db)), shellBytes }, document, at: performance.now() }
    }
    return reply.header('cache-control', 'no-cache').send(cached.figures)
  })
}

async function readFigures(db: Db): Promise<Omit<SiteFigures, 'shellBytes'>> {
  // Others are only published: nobody but their team knows about them.
  const released = await db
    .selectFrom('release')
    .select(['app', 'id', 'stable_at'])
    .where('stable_at', 'is not', null)
    .execute()
  const newestFirst = released
    .map(({ app, id, stable_at }) => ({ app, id, at: Number(stable_at) }))
    .toSorted((a, b) => b.at - a.at)
  const [last] = newestFirst
  const rollback = await db
    .selectFrom('event')
    .select(['remote', 'at'])
    .where('what', '=', 'rollout.rollback')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    releases: newestFirst.length,
    lastRelease: last ? { app: last.app, version: getVersion(last.id), at: last.at } : null,
    lastRollback: rollback ? { remote: rollback.remote ?? '', at: Number(rollback.at) } : null,
  }
}

/** null: no shell was published, or this machine doesn't have its files. */
async function getShellBytes(dataDir: string, shell: DiscoveryDocument['shell']): Promise<number | null> {
  if (shell === null) return null
  const folder = getReleasePath(dataDir, { app: 'shell', id: getReleaseId(shell) })
  const files = [...shell.js, ...shell.css].map(({ file }) => getSentBytes(join(folder, file)))
  const bytes = await Promise.all(files)
  return bytes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0)
}

/** The size of a file's Brotli copy, or of the file itself if it has none; null: there is no such file. */
async function getSentBytes(file: string): Promise<number | null> {
  const sizes = [file + encodings.br, file].map((path) =>
    stat(path)
      .then(({ size }) => size)
      .catch(() => null),
  )
  const [compressed, plain] = await Promise.all(sizes)
  return compressed ?? plain ?? null
}
