import { paths } from '@portico/kit/paths.ts'
import { getArgument, UsageError } from '@portico/protocol/command-line/command.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
  type DiscoveryRemote,
} from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { chooseRelease } from '@portico/protocol/rollout/describe-visitors.ts'
import { formatTable } from '../system/format-table.ts'
import type { Command, CommandContext } from './command.ts'
import { createUnknownRemote } from './describe-failure.ts'

/** `explain`: the release that a bucket gets, and why. */
export const explain: Command = {
  usage: 'explain <remote> <bucket>',
  summary: 'shows which release a visitor in this bucket (0 to 9999) gets, and why',
  maxArguments: 2,
  notes: ['A preview link overrides everything in the browser that opened it.'],
  async run(context) {
    const name = getArgument(context, 0, 'the name of a remote')
    const bucket = Number(getArgument(context, 1, 'a bucket from 0 to 9999'))
    if (!Number.isInteger(bucket) || bucket < 0 || bucket > 9_999)
      throw new UsageError('The bucket must be a whole number from 0 to 9999.')
    const { remotes, revision } = await context
      .site()
      .send({ path: paths.discovery, response: DiscoveryDocumentSchema })
    const remote = remotes[name]
    if (remote === undefined) throw createUnknownRemote(name, Object.keys(remotes))
    const { canary, stable, off = null } = remote
    const rollout = canary
      ? ({ to: getReleaseId(canary.release), share: canary.share, status: 'running' } as const)
      : null
    const { release, why } = chooseRelease({ name, stable: getReleaseId(stable), off, rollout }, bucket)
    return {
      json: { remote: name, bucket, release, reason: why, revision },
      text: `${release ?? 'nothing'}: ${why}`,
    }
  },
}

/** `diff`: what changed between two revisions of the discovery document. */
export const diff: Command = {
  usage: 'diff <revision> <revision>',
  summary: 'shows what changed for visitors between two revisions of the discovery document',
  maxArguments: 2,
  async run(context) {
    const revisions = [getRevision(context, 0), getRevision(context, 1)] as const
    const [from, to] = await Promise.all(revisions.map((revision) => fetchRevision(context, revision)))
    if (from === undefined || to === undefined) throw new UsageError(revisionUsage)
    const names = [...new Set([...Object.keys(from.remotes), ...Object.keys(to.remotes)])].toSorted()
    const changes = names.flatMap((name) => {
      const [before, after] = [from, to].map(({ remotes }) => summarize(remotes[name]))
      return fieldNames
        .filter((field) => before?.[field] !== after?.[field])
        .map((field) => ({
          remote: name,
          field,
          before: before?.[field] ?? null,
          after: after?.[field] ?? null,
        }))
    })
    const rows = changes.map(({ remote, field, before, after }) => [
      remote,
      field,
      before ?? '-',
      after ?? '-',
    ])
    const text =
      rows.length === 0 ? 'Nothing changed.' : formatTable([['remote', 'field', 'before', 'after'], ...rows])
    return { json: { from: from.revision, to: to.revision, changes }, text }
  },
}

const fieldNames = ['stable', 'fallback', 'canary', 'share', 'off'] as const

/** What visitors get from a remote, as one text per field. */
function summarize(
  remote: DiscoveryRemote | undefined,
): Partial<Record<(typeof fieldNames)[number], string>> {
  if (remote === undefined) return {}
  const { stable, fallback, canary, off } = remote
  return {
    stable: getReleaseId(stable),
    ...(fallback && { fallback: getReleaseId(fallback) }),
    ...(canary && { canary: getReleaseId(canary.release), share: `${canary.share / 100} %` }),
    ...(off !== undefined && { off }),
  }
}

const revisionUsage = 'Pass two revisions, for example 3 7.'

function getRevision(context: CommandContext, index: number): number {
  const revision = Number(getArgument(context, index, 'two revisions, for example 3 7'))
  if (!Number.isInteger(revision) || revision < 0) throw new UsageError(revisionUsage)
  return revision
}

function fetchRevision(context: CommandContext, revision: number): Promise<DiscoveryDocument> {
  const path = `${paths.discovery}?revision=${revision}`
  return context.site().send({ path, response: DiscoveryDocumentSchema })
}
