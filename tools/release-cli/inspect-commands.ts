import { paths } from '@portico/shared/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
  type DiscoveryRemote,
} from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { findBrokenEvent } from '@portico/shared/rollout/audit-chain.ts'
import { type AuditEvent, EventsSchema } from '@portico/shared/rollout/rollout-api.ts'
import { formatTable } from '../system/format-table.ts'
import { exitCodes, numberFlag, UsageError, type Verb, type VerbCall, wordAt } from './command.ts'

/** `log`: who did what, and whether anybody has changed the record of it. */
export const log: Verb = {
  usage: 'log [--since <event>] [--verify]',
  about: 'shows who did what and why; with --verify proves that no event was changed or removed',
  flags: { since: { type: 'string' }, verify: { type: 'boolean' } },
  async run(call) {
    const events = await allEvents(call)
    const since = numberFlag(call, 'since', 0)
    const shown = events.filter(({ seq }) => seq > since)
    if (call.flags.verify !== true) return { json: { events: shown }, text: eventTable(shown) }
    const broken = await findBrokenEvent(events)
    const text =
      broken === null ? `All ${events.length} events are whole.` : `The chain is broken: ${broken.why}.`
    return {
      json: { isWhole: broken === null, broken },
      text,
      exitCode: broken === null ? exitCodes.ok : exitCodes.failed,
    }
  },
}

/** `why`: what a visitor with a bucket gets of a remote, and why. */
export const why: Verb = {
  usage: 'why <remote> <bucket>',
  about: 'says which release a visitor with this bucket (0 to 9999) gets, and why',
  notes: [
    'Whoever has no cookie yet gets stable, whatever the bucket: from the second page on it counts.',
    'A preview link comes before everything else, in the browser that opened it.',
  ],
  async run(call) {
    const name = wordAt(call, 0, 'the name of a remote')
    const bucket = Number(wordAt(call, 1, 'a bucket from 0 to 9999'))
    if (!Number.isInteger(bucket) || bucket < 0 || bucket > 9_999)
      throw new UsageError('Expected a bucket from 0 to 9999.')
    const { remotes, revision } = await call
      .site()
      .call({ path: paths.discovery, answer: DiscoveryDocumentSchema })
    const remote = remotes[name]
    if (remote === undefined)
      throw new UsageError(`This site has no remote ${name}; it has ${Object.keys(remotes).join(', ')}.`)
    const { canary, stable, off } = remote
    const isIn = canary !== undefined && bucket < canary.share
    const release = off === undefined ? getReleaseId(isIn ? canary.release : stable) : null
    const reason =
      off !== undefined
        ? `it is switched off: ${off}`
        : canary === undefined
          ? 'no rollout is under way'
          : `bucket ${bucket} is ${isIn ? 'below' : 'not below'} the share ${canary.share} of ${canary.rollout}`
    return {
      json: { remote: name, bucket, release, reason, revision },
      text: `${release ?? 'nothing'}: ${reason}.`,
    }
  },
}

/** `diff`: what changed between two revisions of the document. */
export const diff: Verb = {
  usage: 'diff <revision> <revision>',
  about: 'shows what changed for visitors between two revisions of the release document',
  async run(call) {
    const [from, to] = await documentsAt(call, revisionAt(call, 0), revisionAt(call, 1))
    const names = [...new Set([...Object.keys(from.remotes), ...Object.keys(to.remotes)])].toSorted()
    const changes = names.flatMap((name) => {
      const [before, after] = [from, to].map(({ remotes }) => toldOf(remotes[name]))
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
      rows.length === 0 ? 'Nothing changed.' : formatTable([['remote', 'what', 'before', 'after'], ...rows])
    return { json: { from: from.revision, to: to.revision, changes }, text }
  },
}

const fieldNames = ['stable', 'fallback', 'canary', 'share', 'off'] as const

/** What a remote is for visitors, each in one text. */
function toldOf(remote: DiscoveryRemote | undefined): Partial<Record<(typeof fieldNames)[number], string>> {
  if (remote === undefined) return {}
  const { stable, fallback, canary, off } = remote
  return {
    stable: getReleaseId(stable),
    ...(fallback && { fallback: getReleaseId(fallback) }),
    ...(canary && { canary: getReleaseId(canary.release), share: `${canary.share / 100} %` }),
    ...(off !== undefined && { off }),
  }
}

function revisionAt(call: VerbCall, at: number): number {
  const revision = Number(wordAt(call, at, 'two revisions, such as 3 7'))
  if (!Number.isInteger(revision) || revision < 0)
    throw new UsageError('Expected two revisions, such as 3 7.')
  return revision
}

async function documentsAt(
  call: VerbCall,
  ...revisions: [number, number]
): Promise<[DiscoveryDocument, DiscoveryDocument]> {
  const site = call.site()
  const at = (revision: number) =>
    site.call({ path: `${paths.discovery}?revision=${revision}`, answer: DiscoveryDocumentSchema })
  return Promise.all([at(revisions[0]), at(revisions[1])])
}

/** Page by page, as many as there are. */
async function allEvents(call: VerbCall): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (;;) {
    const since = events.at(-1)?.seq ?? 0
    const page = await call.site().call({ path: `${paths.events}?since=${since}`, answer: EventsSchema })
    events.push(...page.events)
    if (page.events.length === 0 || (events.at(-1)?.seq ?? 0) >= page.last) return events
  }
}

function eventTable(events: readonly AuditEvent[]): string {
  if (events.length === 0) return 'Nothing has happened.'
  const rows = events.map(({ seq, at, by, what, remote, reason, revision }) => [
    String(seq),
    new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    by,
    what,
    remote ?? '',
    revision === null ? '' : String(revision),
    reason ?? '',
  ])
  return formatTable([['event', 'at', 'by', 'what', 'remote', 'revision', 'why'], ...rows])
}
