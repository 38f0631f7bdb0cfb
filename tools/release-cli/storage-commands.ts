import { paths } from '@portico/shared/paths.ts'
import {
  CollectResultSchema,
  type RemoteReleases,
  RemoteReleasesSchema,
} from '@portico/shared/release/release-api.ts'
import { formatTable } from '../system/format-table.ts'
import { type Verb, wordAt } from './command.ts'

/** `releases`: what the site has of a remote. */
export const releases: Verb = {
  usage: 'releases <remote>',
  about: 'shows the releases that the site has, and which one visitors get',
  async run(call) {
    const path = `${paths.publish}/${wordAt(call, 0, 'the name of a remote')}`
    const known = await call.site().call({ path, answer: RemoteReleasesSchema })
    return { json: known, text: releaseTable(known) }
  },
}

/** `gc`: removes the files of releases that nobody can need any more. */
export const gc: Verb = {
  usage: 'gc',
  about: 'removes the files of releases older than 30 days that nobody can need; needs an admin token',
  async run(call) {
    const path = `${paths.publish}/collect`
    const done = await call.site().call({ method: 'POST', path, answer: CollectResultSchema })
    const { length } = done.collected
    return { json: done, text: length === 0 ? 'Nothing to remove.' : `Removed ${done.collected.join(', ')}.` }
  },
}

function releaseTable({ releases: known, ...of }: RemoteReleases): string {
  const rows = known.map(({ id, bytes, publishedAt, publishedBy, quarantined }) => {
    const roles = (['stable', 'fallback', 'canary'] as const).filter((role) => of[role] === id)
    return [
      id,
      roles.join(' '),
      `${Math.ceil(bytes / 1024)} KB`,
      new Date(publishedAt).toISOString().slice(0, 16).replace('T', ' '),
      publishedBy,
      quarantined === null ? '' : `taken back: ${quarantined}`,
    ]
  })
  const notes = [of.off && `switched off: ${of.off}`, of.frozen && `frozen: ${of.frozen}`].filter(Boolean)
  return [formatTable([['release', 'is', 'size', 'published', 'by', ''], ...rows]), ...notes].join('\n')
}
