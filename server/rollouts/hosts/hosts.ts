import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { DiscoveryRelease } from '@portico/protocol/discovery/discovery-document.ts'
import {
  type HostRelease,
  type HostReleases,
  HostReportSchema,
  HostRequestSchema,
} from '@portico/protocol/discovery/host-releases.ts'
import { hostsPath } from '@portico/protocol/discovery/hosts-path.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { createBeaconLimit } from '../load-reports/beacon-limit.ts'
import type { Claims } from '../load-reports/claims.ts'
import { createReportTokens } from '../load-reports/issue-report-token.ts'
import type { Receiver } from '../load-reports/receive-report.ts'
import { type RemoteSelection, selectForHost } from '../selection/select-releases.ts'
import { createVisitorIds, getVisitorBucket, signVisitorId, verifyVisitorId } from '../visitors/visitor-id.ts'

const maxBodyBytes = 16 * 1024

interface HostRoute {
  readonly Params: { readonly host: string }
}

interface HostServices extends ReleaseStorage {
  readonly discovery: Discovery
  readonly claims: Claims
  readonly receiver: Receiver
}

/**
 * `POST /-/hosts/<host>/releases` and `/reports`: what the pages of a host on another origin load, and how that went. A host is a
 * name in HOSTS with the origins of its pages; its server may ask with a token that has `host:<host>`.
 */
export async function hosts(app: FastifyInstance, services: HostServices): Promise<void> {
  const { configuration, discovery, receiver } = services
  const { secrets, addressLimitFactor, loadDeadlineMs } = configuration
  const createId = createVisitorIds(configuration)
  const issueToken = createReportTokens(services)
  const isWithinLimit = createBeaconLimit(addressLimitFactor)

  app.post<HostRoute>(`${hostsPath}/:host/releases`, { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const { host } = request.params
    const isServer = request.headers.origin === undefined
    if (isServer) await requireToken(services.db, request, { host })
    else allowOrigin(request, reply, configuration)
    const { visitor, address = request.ip } = parseBody(HostRequestSchema, parseJson(request.body))
    if (!isServer && address !== request.ip)
      throw new Problem('invalid-request', {
        fields: { address: 'Only the server of a host names addresses.' },
      })
    if (!isWithinLimit(address, Date.now())) throw new Problem('too-many-requests')
    const known = visitor === null ? null : verifyVisitorId(visitor, secrets, host)
    const id = known ?? createId(isServer ? { ip: address, headers: {} } : request)
    const document = discovery.read()
    const selected = selectForHost(document, (rollout) => getVisitorBucket(id.id, rollout, secrets))
    reply.header('cache-control', 'no-store')
    return {
      schemaVersion: 1,
      revision: document.revision,
      visitor: signVisitorId(id, secrets, host),
      token: issueToken(id, selected),
      deadlineMs: loadDeadlineMs,
      remotes: Object.fromEntries(
        selected.map((remote) => [remote.name, toHostRemote(remote, configuration)]),
      ),
    } satisfies HostReleases
  })

  // Like those of the site's own pages: the response reveals nothing.
  app.post<HostRoute>(`${hostsPath}/:host/reports`, { bodyLimit: maxBodyBytes }, async (request, reply) => {
    allowOrigin(request, reply, configuration)
    const sent = v.safeParse(HostReportSchema, parseJson(request.body))
    if (sent.success) {
      const { visitor, ...report } = sent.output
      receiver.receive(report, request, verifyVisitorId(visitor, secrets, request.params.host))
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/** Lets pages of the host read the answer. Throws `origin-not-allowed` for all others. */
function allowOrigin(
  { headers, params }: FastifyRequest<HostRoute>,
  reply: FastifyReply,
  { hosts: known }: Pick<Configuration, 'hosts'>,
): void {
  const { origin = '' } = headers
  reply.header('vary', 'origin')
  if (!known.some((one) => one.host === params.host && one.origin === origin))
    throw new Problem('origin-not-allowed', {
      detail: `Expected a page of the host ${params.host}, got one of ${origin || 'an unknown origin'}.`,
      hint: `The site's operator adds ${params.host}=${origin || '<origin>'} to HOSTS and restarts the site.`,
    })
  reply.header('access-control-allow-origin', origin).header('cross-origin-resource-policy', 'cross-origin')
}

/** Pages send JSON as text, so that browsers don't ask for permission first. */
function parseJson(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function toHostRemote(
  { name, release, fallback, team, arm, rollout, deadlineMs, off }: RemoteSelection,
  configuration: Pick<Configuration, 'publicUrl'>,
): HostReleases['remotes'][string] {
  return {
    team,
    release: toHostRelease(name, release, configuration),
    ...((arm === 'stable' || arm === 'canary') && { arm }),
    ...(rollout !== undefined && { rollout }),
    ...(fallback && { fallback: toHostRelease(name, fallback, configuration) }),
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(off !== undefined && { off }),
  }
}

function toHostRelease(
  name: string,
  release: DiscoveryRelease,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): HostRelease {
  const id = getReleaseId(release)
  const { entry, global, entryType = 'var' } = release
  return {
    id,
    entry: publicUrl + getReleaseFolder(name, id) + entry.file,
    integrity: entry.integrity,
    global,
    type: entryType,
  }
}
