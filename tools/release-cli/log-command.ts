import { paths } from '@portico/kit/paths.ts'
import {
  type CommandResult,
  exitCodes,
  getFlag,
  getNumberFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import {
  type AuditEvent,
  type AuditHead,
  AuditHeadSchema,
  EventsSchema,
} from '@portico/protocol/rollout/rollout-api.ts'
import { getFirstSigned, readEvents, verifyLog } from '@portico/protocol/rollout/verify-log.ts'
import type { Command, CommandContext } from './command.ts'
import { formatEvents } from './format-events.ts'

/** `log`: the audit log, and whether it is intact. */
export const log: Command = {
  usage: 'log [--since <event>] | log --verify [--key <key>] [--head <event>:<hash>]',
  summary: 'shows the audit log; with --verify checks that no event was changed, added or removed',
  maxArguments: 0,
  notes: [
    '--since <event>       shows later events only',
    '--verify              checks the signature of every event, and that the newest is there',
    '--key <key>           trusts only this key instead of the one that the site reports;',
    '                      several with commas, if SITE_SECRET has changed',
    '--head <event>:<hash> checks that the log still contains this event',
    'Verification prints the key and the newest event. Save both and pass them next time: then no one,',
    'not even the server’s operator, can change what you have verified without being noticed.',
  ],
  flags: {
    since: { type: 'string' },
    verify: { type: 'boolean' },
    key: { type: 'string' },
    head: { type: 'string' },
  },
  async run(context) {
    if (context.flags.verify === true) return verify(context)
    for (const name of ['key', 'head'])
      if (getFlag(context, name) !== undefined) throw new UsageError(`--${name} requires --verify.`)
    const since = getNumberFlag(context, 'since', 0)
    const events = await fetchEvents(context, since)
    return { json: { events }, text: formatEvents(events) }
  },
}

async function verify(context: CommandContext): Promise<CommandResult> {
  if (getFlag(context, 'since') !== undefined)
    throw new UsageError('--verify always checks the whole log. Omit --since.')
  const pinned = getKeys(context)
  const noted = getHead(context)
  const head = await context.site().send({ path: paths.eventsHead, response: AuditHeadSchema })
  const events = await fetchEvents(context, 0)
  const broken = await verifyLog({ head, events, keys: pinned, noted })
  const json = {
    isIntact: broken === null,
    broken,
    events: events.length,
    head: { seq: head.seq, hash: head.hash },
    key: head.key,
  }
  if (broken !== null)
    return { json, text: `The audit log can't be trusted: ${broken.why}.`, exitCode: exitCodes.failed }
  return { json, text: formatIntact(events, head, pinned !== null) }
}

function formatIntact(events: readonly AuditEvent[], head: AuditHead, isPinned: boolean): string {
  const first = getFirstSigned(events)
  return [
    `All ${events.length} events are intact.`,
    ...(first > 1
      ? [`Events 1 to ${first - 1} are older than signatures; the signature of event ${first} covers them.`]
      : []),
    '',
    `key   ${head.key}${isPinned ? '' : ' (as reported by the site)'}`,
    `head  ${head.seq}:${head.hash}`,
    '',
    'Save both for the next time: log --verify --key <key> --head <head>',
  ].join('\n')
}

/** The trusted keys; null: none was passed. */
function getKeys(context: CommandContext): readonly string[] | null {
  const keys = getFlag(context, 'key')
    ?.split(',')
    .map((key) => key.trim())
  const wrong = keys?.find((key) => !/^[\w-]{43}$/.test(key))
  if (wrong !== undefined)
    throw new UsageError(`--key must be a key that log --verify has printed, 43 characters, got "${wrong}".`)
  return keys ?? null
}

function getHead(context: CommandContext): Pick<AuditEvent, 'seq' | 'hash'>[] {
  const text = getFlag(context, 'head')
  if (text === undefined) return []
  const [, seq, hash = ''] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined)
    throw new UsageError(
      `--head must be a head that log --verify has printed, <event>:<hash>, got "${text}".`,
    )
  return [{ seq: Number(seq), hash }]
}

/** Fetches every event after `since`. */
function fetchEvents(context: CommandContext, from: number): Promise<AuditEvent[]> {
  const readPage = (since: number) =>
    context.site().send({ path: `${paths.events}?since=${since}`, response: EventsSchema })
  return readEvents(readPage, from)
}
