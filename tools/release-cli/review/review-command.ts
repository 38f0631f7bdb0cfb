import { exitCodes, getArgument, getFlag } from '@portico/protocol/command-line/command.ts'
import { PublishResultSchema } from '@portico/protocol/publish/release-api.ts'
import * as v from 'valibot'
import { type Command, type CommandContext, reasonFlag } from '../command.ts'
import { createPreviewLink, type NamedRelease, parseReleases } from '../preview-link.ts'
import { publish } from '../publish-commands.ts'
import { findReviewedChange } from './code-host.ts'

/** `review`: what CI does with a pull request or merge request. */
export const review: Command = {
  usage: 'review <remote> [--with <remote>@<version>,…] [--no-browser --reason <text>]',
  summary: 'in CI: publishes a prerelease of a pull request and maintains one comment with its preview link',
  maxArguments: 1,
  notes: [
    '--with <releases>  releases of other remotes that the link shows as well; RELEASE_TOKEN must be allowed to preview them',
    'A line "Preview with: <remote>@<version>, …" in the description of the pull request does the same.',
    'Needs GITHUB_TOKEN or GITLAB_TOKEN, which may write comments.',
  ],
  flags: { with: { type: 'string' }, ...reasonFlag, 'no-browser': { type: 'boolean' } },
  async run(context) {
    const remote = getArgument(context, 0, 'the name of a remote')
    const change = findReviewedChange(context.environment)
    const others = [...parseReleases(getFlag(context, 'with') ?? ''), ...findOthers(change.description)]
    const published = await publishPrerelease(context, change.label)
    if ('exitCode' in published) return published
    const { version } = published
    const releases = [{ remote, version }, ...others.filter((other) => other.remote !== remote)] as const
    const { url, expiresAt } = await createPreviewLink(context.site(), releases)
    const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
    const marker = `<!-- portico preview of ${remote} -->`
    const lines = [
      marker,
      `**[Preview on the site](${url})**, valid until ${until} UTC in every browser that opens it.`,
      '',
      ...releases.map((release) => `- ${release.remote} \`${release.version}\``),
      '',
      'Nobody else sees these releases. Run the job again for a new link.',
    ]
    const comment = await change.comment(marker, lines.join('\n'))
    return { json: { remote, version, url, expiresAt, comment }, text: `${version}: ${url}\n${comment}` }
  },
}

async function publishPrerelease(context: CommandContext, label: string) {
  const result = await publish.run({ ...context, flags: { ...context.flags, prerelease: label } })
  if ((result.exitCode ?? exitCodes.ok) !== exitCodes.ok) return { ...result, exitCode: result.exitCode ?? 1 }
  return { version: v.parse(PublishResultSchema, result.json).version }
}

function findOthers(description: string): NamedRelease[] {
  const lines = description.split(/[\r\n]+/)
  const start = /^\W*Preview with:\W*/i
  const at = lines.findIndex((line) => start.test(line))
  if (at === -1) return []
  const [text = ''] = lines.slice(at).join('\n').replace(start, '').split('\n', 1)
  return parseReleases(text.replaceAll('`', ''))
}
