import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { FastifyRequest } from 'fastify'
import { readLocalRelease } from '../../delivery/previews/local-release.ts'
import { readPreviews } from '../../delivery/previews/preview-cookie.ts'
import type { Preview } from '../../delivery/previews/preview-link.ts'
import { createPreviewedReleases } from '../../delivery/previews/previewed-releases.ts'
import { withoutRevoked } from '../../delivery/previews/revoked-previews.ts'
import {
  createVisitorId,
  getVisitorBucket,
  readVisitorId,
  type VisitorId,
} from '../../delivery/visitors/visitor-id.ts'
import { isLocalRequest } from '../../http/network/local-request.ts'
import type { Services } from '../../services.ts'
import type { RemoteSelection } from './match-page.ts'
import type { Visitor } from './select-releases.ts'

/** A visitor who requests a page, with the id from the cookie, or with a new one. */
export interface IdentifiedVisitor extends Visitor {
  readonly id: VisitorId
  readonly isNew: boolean
}

/** Reads the visitor from a request's cookies. A browser without an id gets one, and its arms, immediately. */
export function createVisitorReader({ configuration, db }: Pick<Services, 'configuration' | 'db'>) {
  const findReleases = createPreviewedReleases(db)
  const { secrets } = configuration
  return async (
    request: Pick<FastifyRequest, 'cookies' | 'headers' | 'hostname' | 'ip'>,
  ): Promise<IdentifiedVisitor> => {
    const known = readVisitorId(request, secrets)
    const id = known ?? createVisitorId(request, configuration)
    const identified = {
      id,
      isNew: known === null,
      getBucket: (rollout: string) => getVisitorBucket(id.id, rollout, secrets),
    }
    const stored = readPreviews(request, secrets)
    if (stored.length === 0) return { ...identified, ...noPreviews }
    const all = await withoutRevoked(db, stored)
    const previews = all.filter(({ from }) => from === undefined)
    const localPreviews = isLocalRequest(request, configuration) ? all : []
    const local = localPreviews.map(async ({ remote, from }) =>
      from === undefined ? [] : [[remote, await readLocalRelease(remote, from)] as const],
    )
    return {
      ...identified,
      previewed: await findReleases(previews),
      local: new Map((await Promise.all(local)).flat()),
      testing: new Set(previews.filter(isOfTester).map(({ remote }) => remote)),
    }
  }
}

const noPreviews: Pick<Visitor, 'previewed' | 'local' | 'testing'> = {
  previewed: new Map(),
  local: new Map(),
  testing: new Set(),
}

function isOfTester({ release, session }: Preview): boolean {
  return release === null && session === undefined
}

/** A key that is the same for all visitors with the same selection; without rollouts, for everyone. */
export function describeSelection(remotes: readonly RemoteSelection[]): string {
  return remotes
    .filter(({ arm }) => arm !== undefined)
    .map(({ name, arm, release }) => `${name} ${arm} ${getReleaseId(release)}`)
    .join()
}
