import { paths } from '@portico/kit/paths.ts'
import {
  type CommandResult,
  exitCodes,
  getArgument,
  getRequiredFlag,
  UsageError,
} from '@portico/protocol/command-line/command.ts'
import { type ExportedRelease, ExportedReleaseSchema } from '@portico/protocol/publish/promotion.ts'
import { RemoteReleasesSchema } from '@portico/protocol/publish/release-api.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { withTemporaryFolder } from '../system/with-temporary-folder.ts'
import { type BuiltApp, readBuiltRelease, readBuiltShell } from './built-release.ts'
import { type Command, reasonFlag } from './command.ts'
import { publishBuilt, requirePublishable } from './publish-commands.ts'
import type { SiteClient } from './site-client.ts'
import { unpackRelease } from './unpack-release.ts'

/** `promote`: publishes on one site exactly what another one has. */
export const promote: Command = {
  usage: 'promote <remote> [<version>] --from <address> --to <address> [--no-browser --reason <text>]',
  summary: 'publishes a release from one site on another, with the same bytes and its evidence',
  maxArguments: 2,
  notes: [
    'Without a version: the stable release. Visitors of the other site get it after `start`.',
    'RELEASE_TOKEN is for --to, and may publish; RELEASE_FROM_TOKEN is for --from, and may read the remote.',
    'The evidence is a claim unless the operator of --to trusts the key of --from (TRUSTED_SITES).',
    'Exits with 3 if the release was rolled back, does not fit the other site, or does not load in its shell.',
  ],
  flags: {
    from: { type: 'string' },
    to: { type: 'string' },
    ...reasonFlag,
    'no-browser': { type: 'boolean' },
  },
  async run(context) {
    const remote = getArgument(context, 0, 'the name of a remote')
    const from = context.site({
      address: getRequiredFlag(context, 'from', 'https://staging.example'),
      token: 'RELEASE_FROM_TOKEN',
    })
    const to = context.site({ address: getRequiredFlag(context, 'to', 'https://ada.example') })
    if (from.address === to.address) throw new UsageError('--from and --to name the same site.')
    await requirePublishable(context, { site: to, remote })
    const version = context.args[1] ?? (await findStable(from, remote))
    const path = `${paths.publish}/${remote}/${version}`
    const exported = await from.send({ path, response: ExportedReleaseSchema })
    const refusal = findRefusal(exported, `${remote}@${exported.id}`, from.address)
    if (refusal !== null) return refusal
    context.progress(`Fetching ${remote}@${exported.id} from ${from.address} ...`)
    const archive = await from.download(`${path}/archive`)
    const { evidence, statement } = exported
    const promoted = JSON.stringify({ from: from.address, ...evidence, ...(statement && { statement }) })
    return withTemporaryFolder(async (folder) =>
      publishBuilt(
        { ...context, site: () => to, address: () => to.address },
        await unpackRelease<BuiltApp>(
          archive,
          folder,
          remote === 'shell' ? readBuiltShell : readBuiltRelease,
        ),
        { query: { promoted } },
      ),
    )
  },
}

async function findStable(site: SiteClient, remote: string): Promise<string> {
  const { stable } = await site.send({ path: `${paths.publish}/${remote}`, response: RemoteReleasesSchema })
  if (stable !== null) return stable
  throw new Error(`${remote} has no stable release on ${site.address}. Name the version to promote.`)
}

function findRefusal(
  { id, quarantined }: ExportedRelease,
  name: string,
  address: string,
): CommandResult | null {
  const reason = isDevVersion(id)
    ? 'it is a build of a development session. Publish it under a version'
    : quarantined === null
      ? null
      : `it was rolled back on ${address}: ${quarantined}. Publish a new version`
  if (reason === null) return null
  const text = `${name} can't be promoted: ${reason}.`
  return { json: { release: name, isOk: false, message: text }, text, exitCode: exitCodes.invalidRelease }
}
