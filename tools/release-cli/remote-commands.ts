import { paths } from '@portico/shared/paths.ts'
import { PreviewSchema, type RemoteState, RemoteStateSchema } from '@portico/shared/rollout/rollout-api.ts'
import {
  flagOf,
  requiredFlag,
  UsageError,
  type Verb,
  type VerbAnswer,
  type VerbCall,
  wordAt,
} from './command.ts'

const reasonFlag = { reason: { type: 'string' } } as const
const theRemote = 'the name of a remote'

/** `rollback`: takes the rollout under way back, or goes from stable to the release before. */
export const rollback: Verb = {
  usage: 'rollback <remote> --reason <why> [--to <version>]',
  about: 'sends everyone back within seconds; nothing can refuse it',
  notes: [
    'Without --to: from the rollout that is under way to stable, else from stable to the release before it.',
    '--to 1.0.0       to that release, whatever is under way',
    'What was taken back starts again only with start --force --reason <why>.',
  ],
  flags: { ...reasonFlag, to: { type: 'string' } },
  async run(call) {
    const to = flagOf(call, 'to')
    return change(call, 'rollback', to === undefined ? {} : { to })
  },
}

/** A verb that switches something of a remote. */
export function switchVerb(name: 'off' | 'on' | 'freeze' | 'unfreeze', about: string): Verb {
  return {
    usage: `${name} <remote> --reason <why>`,
    about,
    flags: reasonFlag,
    run: (call) => change(call, name, {}),
  }
}

/** `preview`: a link that shows one release to whoever opens it. */
export const preview: Verb = {
  usage: 'preview <remote> [<version> | --from http://localhost:<port>/]',
  about:
    'makes a link for testers, good for 8 hours; without a version it shows whatever is being rolled out',
  notes: [
    '--from <address>  shows what your machine serves there, a folder with release.json; only on a site of your own machine',
  ],
  flags: { from: { type: 'string' } },
  async run(call) {
    const version = call.words[1]
    const from = flagOf(call, 'from')
    if (version !== undefined && from !== undefined)
      throw new UsageError('Expected a version or --from, not both.')
    const body = {
      remote: wordAt(call, 0, theRemote),
      ...(version !== undefined && { version }),
      ...(from !== undefined && { from }),
    }
    const made = await call.site().call({ method: 'POST', path: paths.previews, body, answer: PreviewSchema })
    return {
      json: made,
      text: `${made.url}\nGood until ${new Date(made.expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    }
  },
}

async function change(call: VerbCall, verb: string, more: object): Promise<VerbAnswer> {
  const path = `${paths.remotes}/${wordAt(call, 0, theRemote)}/${verb}`
  const body = { reason: requiredFlag(call, 'reason', '"what happened"'), ...more }
  const state = await call.site().call({ method: 'POST', path, body, answer: RemoteStateSchema })
  return { json: state, text: textOf(state) }
}

function textOf({ remote, stable, fallback, off, frozen, revision, note }: RemoteState): string {
  return [
    ...(note === null ? [] : [note]),
    `${remote}: everyone has ${stable ?? 'nothing'}, behind it ${fallback ?? 'nothing'} (revision ${revision})`,
    ...(off === null ? [] : [`switched off: ${off}`]),
    ...(frozen === null ? [] : [`frozen: ${frozen}`]),
  ].join('\n')
}
