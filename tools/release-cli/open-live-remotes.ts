import { paths } from '@portico/kit/paths.ts'
import { DiscoveryDocumentSchema } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { withTemporaryFolder } from '../system/with-temporary-folder.ts'
import type { BrowserResult } from './browser/load-in-browser.ts'
import { type BuiltShell, readBuiltRelease } from './built-release.ts'
import type { CommandContext } from './command.ts'
import { unpackRelease } from './unpack-release.ts'

/** Opens every page of the site's stable remotes in a build of the shell, from the published files. The token has to read them. */
export async function openLiveRemotes(context: CommandContext, shell: BuiltShell): Promise<BrowserResult> {
  const site = context.site()
  const { remotes } = await site.send({ path: paths.discovery, response: DiscoveryDocumentSchema })
  const { loadInBrowser } = await import('./browser/load-in-browser.ts') // a large library
  const results: BrowserResult[] = []
  for (const [remote, { stable, off }] of Object.entries(remotes)) {
    if (off !== undefined) continue
    const id = getReleaseId(stable)
    context.progress(`Opening ${remote}@${id} in the shell ...`)
    const archive = await site.download(`${paths.publish}/${remote}/${id}/archive`)
    const result = await withTemporaryFolder(async (folder) =>
      loadInBrowser({
        built: await unpackRelease(archive, folder, readBuiltRelease),
        address: context.address(),
        shell,
      }),
    )
    results.push({ ...result, message: `${remote}: ${result.message}` })
  }
  const broken = results.find(({ isOk }) => !isOk)
  return {
    ...(broken ?? { outcome: 'mounted', isOk: true, hint: '' }),
    message: broken?.message ?? (results.map(({ message }) => message).join(', ') || 'no remote to open'),
    findings: results.flatMap(({ findings }) => findings),
  }
}
