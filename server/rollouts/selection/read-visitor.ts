import { failedShellCookie } from '@portico/protocol/discovery/failed-shell-cookie.ts'
import { readCookie } from '@portico/protocol/read-cookie.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Db } from '../../database/tables.ts'
import { readPreviews } from '../previews/preview-cookie.ts'
import type { Preview } from '../previews/preview-link.ts'
import { createPreviewedReleases } from '../previews/previewed-releases.ts'
import { withoutRevoked } from '../previews/revoked-previews.ts'
import { createVisitorIds, getVisitorBucket, readVisitorId, type VisitorId } from '../visitors/visitor-id.ts'
import type { Selection, Visitor } from './select-releases.ts'

export interface PageVisitor extends Visitor {
  /** Who it is. Only a rollout needs to know: until one does, no id is verified or created. */
  readonly identify: () => IdentifiedVisitor
}

/** The id from the visitor's cookie, or a new one. */
interface IdentifiedVisitor {
  readonly id: VisitorId
  readonly isNew: boolean
}

/** Reads the visitor from a request's cookies; only previews need a query. */
export function createVisitorReader({
  configuration,
  db,
}: {
  readonly configuration: Configuration
  readonly db: Db
}) {
  const findReleases = createPreviewedReleases(db)
  const createId = createVisitorIds(configuration)
  const { secrets } = configuration

  async function withPreviews(visitor: PageVisitor, stored: readonly Preview[]): Promise<PageVisitor> {
    const previews = await withoutRevoked(db, stored)
    return {
      ...visitor,
      ...(await findReleases(previews)),
      testing: new Set(previews.filter(isOfTester).map(({ remote }) => remote)),
    }
  }

  function identify(request: VisitorRequest): IdentifiedVisitor {
    const known = readVisitorId(request, configuration)
    return { id: known ?? createId(request), isNew: known === null }
  }

  return (request: VisitorRequest): PageVisitor | Promise<PageVisitor> => {
    let identified: IdentifiedVisitor | undefined
    const identifyOnce = () => {
      identified ??= identify(request)
      return identified
    }
    const visitor: PageVisitor = {
      identify: identifyOnce,
      failedShell: readCookie(request.headers.cookie ?? '', failedShellCookie),
      getBucket: (rollout) => getVisitorBucket(identifyOnce().id.id, rollout, secrets),
      ...noPreviews,
    }
    const stored = readPreviews(request, configuration)
    return stored.length === 0 ? visitor : withPreviews(visitor, stored)
  }
}

type VisitorRequest = Pick<FastifyRequest, 'cookies' | 'headers' | 'hostname' | 'ip'>

const noPreviews: Pick<Visitor, 'previewed' | 'previewedShell' | 'testing'> = {
  previewed: new Map(),
  previewedShell: null,
  testing: new Set(),
}

function isOfTester({ release, session }: Preview): boolean {
  return release === null && session === undefined
}

/** A key that is the same for all visitors with the same selection; without rollouts, for everyone. */
export function describeSelection({ shell, remotes }: Selection): string {
  const hasShellArm = shell !== null && shell.arm !== undefined
  if (!hasShellArm && remotes.every(({ arm }) => arm === undefined)) return ''
  return [...(hasShellArm ? [{ name: 'shell', ...shell }] : []), ...remotes]
    .filter(({ arm }) => arm !== undefined)
    .map(({ name, arm, release }) => `${name} ${arm} ${getReleaseId(release)}`)
    .join()
}
