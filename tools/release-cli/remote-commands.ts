import { paths } from '@portico/kit/paths.ts'
import {
  type CommandResult,
  getArgument,
  getFlag,
  getRequiredFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import { type RemoteState, RemoteStateSchema, RolloutsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { type Command, type CommandContext, reasonFlag } from './command.ts'
import { createPreviewLink, parseReleases } from './preview-link.ts'

const remoteArgument = 'the name of a remote'

/** `rollback`: ends the rollout in progress, or returns from stable to the previous release. */
export const rollback: Command = {
  usage: 'rollback <remote> --reason <text> [--to <version>]',
  summary: 'moves everyone to the previous release within seconds; always allowed',
  maxArguments: 1,
  notes: [
    'Without --to: ends the rollout in progress; without one, returns to the previous stable release.',
    '--to 1.0.0       rolls back to this release, even during a rollout; it must have been stable before',
    'To roll out a release again after a rollback, use start --force --reason <text>.',
  ],
  flags: { ...reasonFlag, to: { type: 'string', shape: /^v?(\d+\.\d+\.\d+.*)/ } },
  async run(context) {
    const to = getFlag(context, 'to')
    return changeRemote(context, 'rollback', to === undefined ? {} : { to })
  },
}

/** A command that turns something on or off for a remote. */
export function createSwitchCommand(name: 'off' | 'on' | 'freeze' | 'unfreeze', summary: string): Command {
  return {
    usage: `${name} <remote> --reason <text>`,
    summary,
    maxArguments: 1,
    flags: reasonFlag,
    run: (context) => changeRemote(context, name, {}),
  }
}

/** `preview`: a link that shows a release to everyone who opens it. */
export const preview: Command = {
  usage: 'preview <remote> [<version>] [--with <remote>@<version>,…] [--revoke]',
  summary:
    'creates a link for testers, valid for 8 hours; without a version it shows the release being rolled out',
  maxArguments: 2,
  notes: [
    '--revoke           ends all existing previews of the remote, in every browser',
    '--with <releases>  makes one link for releases of several remotes, such as catalogue@1.2.0,account@2.0.0',
  ],
  flags: { with: { type: 'string' }, revoke: { type: 'boolean' } },
  async run(context) {
    const version = context.args[1]
    const body = {
      remote: getArgument(context, 0, remoteArgument),
      ...(version !== undefined && { version }),
    }
    const site = context.site()
    if (context.flags.revoke === true) {
      if (version !== undefined || getFlag(context, 'with') !== undefined)
        throw new UsageError(`--revoke ends every preview of ${body.remote}. Pass nothing else with it.`)
      const path = `${paths.previews}/${encodeURIComponent(body.remote)}`
      await site.send({ method: 'DELETE', path, response: v.null() })
      return { json: { revoked: body.remote }, text: `Revoked all previews of ${body.remote}.` }
    }
    const others = parseReleases(getFlag(context, 'with') ?? '')
    const created = await createPreviewLink(site, [body, ...others])
    const until = new Date(created.expiresAt).toISOString().slice(0, 16).replace('T', ' ')
    const notes = version === undefined ? await describeFollowed(context, body.remote) : []
    return { json: created, text: [created.url, `Valid until ${until} UTC.`, ...notes].join('\n') }
  },
}

/** What a link without a version shows as long as nothing is rolled out. */
async function describeFollowed({ site, program }: CommandContext, remote: string): Promise<string[]> {
  const { rollouts } = await site().send({ path: paths.rollouts, response: RolloutsSchema })
  if (rollouts.some((rollout) => rollout.remote === remote && isActive(rollout))) return []
  return [
    `No rollout of ${remote} is in progress: until one starts, the link shows what everyone gets.`,
    `For a link to a release, name its version: ${program} preview ${remote} <version>`,
  ]
}

async function changeRemote(context: CommandContext, action: string, more: object): Promise<CommandResult> {
  const path = `${paths.remotes}/${getArgument(context, 0, remoteArgument)}/${action}`
  const body = { reason: getRequiredFlag(context, 'reason', '"what happened"'), ...more }
  const state = await context.site().send({ method: 'POST', path, body, response: RemoteStateSchema })
  return { json: state, text: formatState(state) }
}

function formatState({ remote, stable, fallback, off, frozen, revision, note }: RemoteState): string {
  return [
    ...(note === null ? [] : [note]),
    `${remote}: stable is ${stable ?? 'no release'}, ${fallback === null ? 'without a fallback' : `with ${fallback} as its fallback`} (revision ${revision}).`,
    ...(off === null ? [] : [`off: ${off}`]),
    ...(frozen === null ? [] : [`frozen: ${frozen}`]),
  ].join('\n')
}
