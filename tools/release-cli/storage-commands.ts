import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { getArgument } from '@portico/protocol/command-line/command.ts'
import { type RemoteReleases, RemoteReleasesSchema } from '@portico/protocol/publish/release-api.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { formatTable } from '../system/format-table.ts'
import type { Command } from './command.ts'

/** `releases`: the releases of a remote. */
export const releases: Command = {
  usage: 'releases <remote> [--all]',
  summary: 'lists the releases of a remote, and which one visitors get',
  maxArguments: 1,
  notes: ['--all            lists the builds of development sessions, too'],
  flags: { all: { type: 'boolean' } },
  async run(context) {
    const path = `${paths.publish}/${getArgument(context, 0, 'the name of a remote')}`
    const known = await context.site().send({ path, response: RemoteReleasesSchema })
    const isShown = ({ id }: { readonly id: string }) => context.flags.all === true || !isDevVersion(id)
    return { json: known, text: formatReleases(known, known.releases.filter(isShown)) }
  },
}

function formatReleases(of: RemoteReleases, shown: RemoteReleases['releases']): string {
  const rows = shown.map(({ id, bytes, publishedAt, publishedBy, quarantined }) => {
    const roles = (['stable', 'fallback', 'canary'] as const).filter((role) => of[role] === id)
    return [
      id,
      roles.join(' '),
      `${Math.ceil(bytes / 1024)} KB`,
      new Date(publishedAt).toISOString().slice(0, 16).replace('T', ' '),
      publishedBy,
      quarantined === null ? '' : `rolled back: ${quarantined}`,
    ]
  })
  const { storage } = of
  const used =
    storage &&
    `stored: ${storage.releases} of ${formatCount(storage.maxReleases, 'release')}, ${toMebibytes(storage.bytes)} of ${toMebibytes(storage.maxBytes)} MiB`
  const hidden = of.releases.length - shown.length
  const more = hidden > 0 && `not listed: ${formatCount(hidden, 'development build')} (--all)`
  const notes = [more, used, of.off && `off: ${of.off}`, of.frozen && `frozen: ${of.frozen}`].filter(Boolean)
  return [formatTable([['release', 'role', 'size', 'published', 'by', 'note'], ...rows]), ...notes].join('\n')
}

function toMebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)
}
