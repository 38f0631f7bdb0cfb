import { join } from 'node:path'
import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { withTemporaryFolder } from '../system/with-temporary-folder.ts'
import {
  type BrowserResult,
  countPages,
  createResult,
  type LoadedRelease,
  noBrowser,
} from './browser/browser-result.ts'
import { createPageCheck } from './browser/check-page.ts'
import { type BuiltRelease, type BuiltShell, readBuiltRelease } from './built-release.ts'
import type { CommandContext } from './command.ts'
import { failed, passed } from './findings.ts'
import { unpackRelease } from './unpack-release.ts'

/**
 * Opens every page of the site's stable remotes in a build of the shell, from the published files, and checks that it conforms, as
 * `portico test` does. What the live shell shows, too, is a warning. The token has to read the remotes.
 */
export async function openLiveRemotes(context: CommandContext, shell: BuiltShell): Promise<BrowserResult> {
  const { loadReleases } = await import('./browser/load-in-browser.ts') // a large library
  return withTemporaryFolder(async (folder) => {
    const live = await downloadRemotes(context, folder)
    context.progress(`Checking ${live.map(getName).join(', ')} in the shell, which takes minutes ...`)
    const [address, scripts] = [context.address(), context.project.readPageScripts()]
    const loaded = await loadReleases(
      live.map((built) => ({ built, address, shell, check: createPageCheck(built, scripts) })),
      ({ built }, page) => context.progress(`${getName(built)}: checked ${page}`),
    )
    return loaded === null ? noBrowser : createResult(loaded.map(withSummary))
  })
}

async function downloadRemotes(context: CommandContext, folder: string): Promise<BuiltRelease[]> {
  const site = context.site()
  const { remotes } = await site.send({ path: paths.discovery, response: DiscoveryDocumentSchema })
  const live: BuiltRelease[] = []
  for (const [remote, { stable, off }] of Object.entries(remotes)) {
    if (off !== undefined) continue
    const archive = await site.download(`${paths.publish}/${remote}/${getReleaseId(stable)}/archive`)
    live.push(await unpackRelease(archive, join(folder, remote), readBuiltRelease))
  }
  return live
}

/** The same with the remote's name in each finding, and how many there are. */
function withSummary(loaded: LoadedRelease): LoadedRelease {
  const name = getName(loaded.release.built)
  const named = loaded.findings.map((it) => ({ ...it, message: `${name}: ${it.message}` }))
  const count = (word: string, found: readonly Finding[]) => formatCount(found.length, word)
  const problems = loaded.findings.filter(({ isOk }) => !isOk)
  const warnings = loaded.findings.filter(({ isWarning }) => isWarning)
  const counts = [count('problem', problems), ...(warnings.length > 0 ? [count('warning', warnings)] : [])]
  const text = `${countPages([loaded])}, ${counts.join(', ')}`
  const summary = problems.length === 0 ? passed(name, text) : failed(name, text, '')
  return { ...loaded, findings: [...named, summary] }
}

function getName({ record }: BuiltRelease): string {
  return `${record.remote} ${record.version}`
}
