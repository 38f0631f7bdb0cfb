import { paths } from '@portico/kit/paths.ts'
import {
  type CommandResult,
  getArgument,
  getFlag,
  getRequiredFlag,
} from '@portico/protocol/command-line/command.ts'
import { type Finding, PublishResultSchema } from '@portico/protocol/publish/release-api.ts'
import { RemotesSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { type BuiltApp, buildFlags, getBuiltApp, packRelease } from './built-release.ts'
import { getAppName, getName, getReleasePath, openInBrowser, report, validateOnSite } from './check-build.ts'
import { type Command, type CommandContext, reasonFlag } from './command.ts'
import { findFederationWarnings } from './federated/read-federated-build.ts'
import { findCommit } from './find-commit.ts'
import { formatFinding, hasFailed, passed } from './findings.ts'
import { type SiteClient, SiteError } from './site-client.ts'

const browserFlag = { 'no-browser': { type: 'boolean' } } as const

const folderNote = '--folder <dir>        uses the build in this folder; types and imports are not checked'
const federatedNote =
  '--team, --release-version  of a folder with an mf-manifest.json or a remoteEntry.js of a federation plugin: it becomes a release for hosts. By default, the team is the remote’s name, and the version that of the nearest package.json above the folder. With the --manifest of an application (kind: app), it becomes pages of the site'
const atNote =
  '--at <url>            browsers load the files from this folder on another origin; upload them there first'
const shellNote =
  'The name `shell` stands for the shell, in which every page of the live remotes is checked as by `portico test`; what the live shell shows, too, is a warning.'
const browserNote = '--no-browser          skips the browser'

/** `check`: validates a build and loads it in a browser, without publishing it. */
export const check: Command = {
  usage:
    'check <remote> [--folder <dir> [--manifest <file>] [--team <name>] [--release-version <version>]] [--at <url>] [--no-browser]',
  summary:
    'builds the remote, checks types and imports, validates it and opens it in the real shell; publishes nothing',
  maxArguments: 1,
  notes: [
    folderNote,
    federatedNote,
    atNote,
    browserNote,
    shellNote,
    'Exits with 3 if the release is invalid, or if there is no Chromium to open it in.',
  ],
  flags: { ...buildFlags, ...browserFlag },
  async run(context) {
    const built = await getBuiltApp(context, getArgument(context, 0, 'the name of a remote'))
    const sources = await checkBuiltSources(context, built)
    const findings = [...sources, ...(await validateOnSite(context, built))]
    const skipsBrowser = hasFailed(findings) || context.flags['no-browser'] === true
    return report(built, { findings, browser: skipsBrowser ? null : await openInBrowser(context, built) })
  },
}

/** `publish`: loads a build in a browser, then uploads it; the site validates and stores it in the same request. */
export const publish: Command = {
  usage:
    'publish <remote> [--folder <dir> [--manifest <file>] [--team <name>] [--release-version <version>]] [--at <url>] [--prerelease <label>] [--no-browser --reason <text>]',
  summary:
    'builds the remote, checks it, opens it in the real shell and publishes it; visitors get it after `start`',
  maxArguments: 1,
  notes: [
    'The version is the one in the package.json of the remote.',
    folderNote,
    federatedNote,
    atNote,
    '--prerelease pr12.3  publishes 1.2.0 as 1.2.0-pr12.3, so that it can be previewed before 1.2.0 is final',
    `${browserNote}; the audit log records the reason`,
    shellNote,
    'Exits with 3 if the release is invalid or does not load, or if there is no Chromium to open it in.',
  ],
  flags: {
    ...buildFlags,
    ...browserFlag,
    ...reasonFlag,
    prerelease: { type: 'string' },
  },
  async run(context) {
    const remote = getArgument(context, 0, 'the name of a remote')
    await requirePublishable(context, { site: context.site(), remote })
    const built = await getBuiltApp(context, remote)
    const sources = await checkBuiltSources(context, built)
    if (hasFailed(sources)) return report(built, { findings: sources, browser: null })
    return publishBuilt(context, built, { sources, query: await findCommit(context) })
  },
}

/**
 * Throws an error if `site` doesn't let this token publish the remote, or `--no-browser` lacks a reason: before the build, the download
 * and the browser, which take minutes. An older site doesn't look at the scope.
 */
export async function requirePublishable(
  context: CommandContext,
  { site, remote }: { readonly site: SiteClient; readonly remote: string },
): Promise<void> {
  requireReason(context)
  const scope = new URLSearchParams({ scope: `publish:${remote}` })
  await site.send({ path: `${paths.remotes}?${scope}`, response: RemotesSchema })
}

/** How to publish a build, in addition to the command's flags. */
interface PublishOptions {
  /** The findings about its sources. */
  readonly sources?: readonly Finding[]
  /** Added to the upload. */
  readonly query?: Readonly<Record<string, string>>
}

/** Opens a build in a browser, unless `--no-browser` says otherwise, then uploads it. */
export async function publishBuilt(
  context: CommandContext,
  built: BuiltApp,
  { sources = [], query = {} }: PublishOptions,
): Promise<CommandResult> {
  const reason = requireReason(context)
  const browser = reason === undefined ? await openInBrowser(context, built) : null
  if (browser?.isOk === false) return report(built, { findings: sources, browser })
  const hasSources = getFlag(context, 'folder') === undefined
  const unchecked = hasSources ? '' : '; types and imports not checked'
  const how = (browser?.message ?? `not opened in a browser: ${reason}`) + unchecked
  const outcome = { browser: browser?.outcome ?? 'skipped', ...(reason !== undefined && { reason }) }
  const warnings = [...sources, ...(browser?.findings ?? [])].filter(({ isWarning }) => isWarning)
  return upload(context, built, { query: { ...query, ...outcome }, how, warnings })
}

/** Why no browser is needed; undefined: it is. Throws a UsageError without a reason. */
function requireReason(context: CommandContext): string | undefined {
  return context.flags['no-browser'] === true
    ? getRequiredFlag(context, 'reason', '"why no browser is needed"')
    : undefined
}

async function checkBuiltSources(context: CommandContext, built: BuiltApp): Promise<readonly Finding[]> {
  if ('kind' in built.record) return [...uncheckedSources, ...findFederationWarnings(built.folder)]
  if (getFlag(context, 'folder') !== undefined) return uncheckedSources
  context.progress('Checking types and imports ...')
  return context.project.checkSources(getAppName(built))
}

interface UploadOptions {
  readonly query: Record<string, string>
  /** How it was checked. */
  readonly how: string
  readonly warnings: readonly Finding[]
}

async function upload(
  context: CommandContext,
  built: BuiltApp,
  { query, how, warnings }: UploadOptions,
): Promise<CommandResult> {
  const path = `${getReleasePath(built)}?${new URLSearchParams(query)}`
  const body = await packRelease(built)
  context.progress(`Uploading ${getName(built)}, ${Math.ceil(body.length / 1024)} KB ...`)
  try {
    const published = await context.site().send({ method: 'PUT', path, body, response: PublishResultSchema })
    const outcome =
      published.outcome === 'published' ? 'is published' : 'was already published, with the same files'
    const [remote, { version }] = [getAppName(built), built.record]
    const lines = [
      `${published.id} ${outcome} (${how}).`,
      ...(published.promotion === undefined ? [] : [published.promotion.message]),
      ...[...warnings, ...(published.warnings ?? [])].map(formatFinding),
      ...(published.outcome === 'published'
        ? [`No visitor gets it yet. Roll it out: ${context.program} start ${remote} ${version} --plan <plan>`]
        : []),
    ]
    return { json: published, text: lines.join('\n') }
  } catch (error) {
    const findings = error instanceof SiteError ? error.problem?.findings : undefined
    if (findings === undefined) throw error
    return report(built, { findings, browser: null })
  }
}

/** The findings for a folder that was built elsewhere. */
const uncheckedSources: readonly Finding[] = ['types', 'imports', 'deprecations'].map((check) =>
  passed(check, 'not checked, because a built folder has no sources. Check them where it was built.'),
)
