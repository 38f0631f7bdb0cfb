import { releaseId } from '@portico/shared/release/release-record.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../app.ts'
import { previewsIn } from '../previews/preview-cookie.ts'
import { makePreviewedReleases } from '../previews/previewed-releases.ts'
import { visitorIn } from '../visitor/visitor-cookie.ts'
import type { Visitor } from './choose-releases.ts'
import type { ReleasedRemote } from './match-page.ts'

/** Reads from a request's cookies who asks. */
export function makeVisitorOf({ configuration, db }: Pick<Services, 'configuration' | 'db'>) {
  const releasesOf = makePreviewedReleases(db)
  return async ({ headers }: Pick<FastifyRequest, 'headers'>): Promise<Visitor> => {
    const previews = previewsIn(headers.cookie, configuration.secret)
    return {
      id: visitorIn(headers.cookie),
      previewed: await releasesOf(previews),
      testing: new Set(previews.filter(({ release }) => release === null).map(({ remote }) => remote)),
    }
  }
}

/** The same for all who get the same: of a site without rollouts, for everyone. */
export function armsOf(remotes: readonly ReleasedRemote[]): string {
  return remotes
    .filter(({ arm }) => arm !== undefined)
    .map(({ name, arm, release }) => `${name} ${arm} ${releaseId(release)}`)
    .join()
}
