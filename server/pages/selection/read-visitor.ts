import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../app.ts'
import { lookAtLocal } from '../../delivery/previews/local-release.ts'
import { isFromHere } from '../../delivery/previews/local-source.ts'
import { previewsIn } from '../../delivery/previews/preview-cookie.ts'
import { makePreviewedReleases } from '../../delivery/previews/previewed-releases.ts'
import { visitorIn } from '../../delivery/visitor-id.ts'
import type { ReleasedRemote } from './match-page.ts'
import type { Visitor } from './select-releases.ts'

/** Reads from a request's cookies who asks. */
export function makeVisitorOf({ configuration, db }: Pick<Services, 'configuration' | 'db'>) {
  const releasesOf = makePreviewedReleases(db)
  return async (request: Pick<FastifyRequest, 'headers' | 'hostname'>): Promise<Visitor> => {
    const { headers } = request
    const all = previewsIn(headers.cookie, configuration.secret)
    const previews = all.filter(({ from }) => from === undefined)
    const served = isFromHere(request, configuration) ? all : []
    const local = served.map(async ({ remote, from }) =>
      from === undefined ? [] : [[remote, await lookAtLocal(remote, from)] as const],
    )
    return {
      id: visitorIn(headers.cookie),
      previewed: await releasesOf(previews),
      local: new Map((await Promise.all(local)).flat()),
      testing: new Set(previews.filter(({ release }) => release === null).map(({ remote }) => remote)),
    }
  }
}

/** The same for all who get the same: of a site without rollouts, for everyone. */
export function armsOf(remotes: readonly ReleasedRemote[]): string {
  return remotes
    .filter(({ arm }) => arm !== undefined)
    .map(({ name, arm, release }) => `${name} ${arm} ${getReleaseId(release)}`)
    .join()
}
