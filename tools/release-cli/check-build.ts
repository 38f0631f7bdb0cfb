import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { type CommandResult, exitCodes } from '@portico/protocol/command-line/command.ts'
import { addLimitsGuide } from '@portico/protocol/publish/limits-guide.ts'
import { type Finding, ValidationReportSchema } from '@portico/protocol/publish/release-api.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { BrowserResult } from './browser/browser-result.ts'
import type { PageCheck } from './browser/open-page.ts'
import { type BuiltApp, type BuiltRelease, isShell, packRelease } from './built-release.ts'
import type { CommandContext } from './command.ts'
import { formatFinding, hasFailed } from './findings.ts'
import { openLiveRemotes } from './open-live-remotes.ts'

/** The site's validation of a build. Nothing is stored. */
export async function validateOnSite(context: CommandContext, built: BuiltApp): Promise<readonly Finding[]> {
  context.progress('Validating on the site ...')
  const path = `${getReleasePath(built)}/check`
  const body = await packRelease(built)
  return (await context.site().send({ method: 'POST', path, body, response: ValidationReportSchema }))
    .findings
}

/**
 * Opens every page of a build in the site’s shell, loads a federated one as hosts do, or checks every page of the site in a build of
 * the shell.
 */
export async function openInBrowser(context: CommandContext, built: BuiltApp): Promise<BrowserResult> {
  if (isShell(built)) return openLiveRemotes(context, built)
  if (built.record.kind !== 'federated') return openInShell(context, built)
  context.progress('Loading its modules from two addresses ...')
  const { loadContainer } = await import('./browser/load-container.ts') // a large library
  return loadContainer(built)
}

/** Opens every page of a build in the site’s shell. */
export async function openInShell(
  context: CommandContext,
  built: BuiltRelease,
  check?: PageCheck,
): Promise<BrowserResult> {
  const { length } = built.record.pages
  context.progress(`Opening ${formatCount(length, 'page')} in the site’s shell ...`)
  const { loadInBrowser } = await import('./browser/load-in-browser.ts') // a large library
  return loadInBrowser({ built, address: context.address(), check })
}

/** The results of the local checks, the site and a browser for a build. */
interface Report {
  readonly findings: readonly Finding[]
  /** null: not opened. */
  readonly browser: BrowserResult | null
}

/** The result of checking a build. */
export function report(built: BuiltApp, { findings, browser }: Report): CommandResult {
  const browserFinding = browser === null ? null : { check: 'browser', ...browser }
  const browserLines = browser?.findings.length ? browser.findings : [browserFinding ?? []].flat()
  const isValid = !hasFailed(findings) && browser?.isOk !== false
  const lines = [
    ...[...findings, ...browserLines].map(formatFinding),
    ...(isValid ? [] : [addLimitsGuide('')]),
  ]
  return {
    json: { release: getName(built), isOk: isValid, findings, browser: browserFinding },
    text: [getName(built), ...lines].join('\n'),
    exitCode: isValid ? exitCodes.ok : exitCodes.invalidRelease,
  }
}

/** The name of a release, such as `weather@1.0.0-0a1b2c3d`. */
export function getName(built: BuiltApp): string {
  return `${getAppName(built)}@${getReleaseId(built.record)}`
}

/** `shell`, or the name of the remote. */
export function getAppName({ record }: BuiltApp): string {
  return 'remote' in record ? record.remote : 'shell'
}

/** The path of a release in the site's API. */
export function getReleasePath(built: BuiltApp): string {
  return `${paths.publish}/${getAppName(built)}/${built.record.version}`
}
