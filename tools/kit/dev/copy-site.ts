import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
  type DiscoveryRelease,
} from '@portico/protocol/discovery/discovery-document.ts'
import type { DevelopmentShell } from '@portico/protocol/release/development-shell.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import { emptyPage, isEmptyPage } from '../../release-cli/browser/insert-release.ts'
import { fetchDevelopmentShell, insertDevelopmentShell } from './development-shell.ts'
import type { SiteCopy } from './site-copy.ts'

const concurrency = 4

/** Schema of the discovery document, as text. */
export const DocumentSchema = v.pipe(v.string(), v.parseJson(), DiscoveryDocumentSchema)

/**
 * Copies the site's page and what it loads: the shell, and what every other remote's pages need when they open. What
 * they load later is copied when a page loads it. Returns how many files were new. Throws if the site is unreachable.
 */
export async function copySite(site: string, copy: SiteCopy): Promise<number> {
  // Without cookies, so that the copy contains no visitor's data.
  const page = await fetch(site + emptyPage, { headers: { accept: 'text/html' } })
  const sent = await page.text()
  if (!isEmptyPage(sent))
    throw new Error(`${site} did not send a page of a Portico site (status ${page.status}).`)
  const shell = await fetchDevelopmentShell(site)
  const html = insertDevelopmentShell(sent, shell)
  const discovery = await (await fetch(site + paths.discovery)).text()
  const releases = listReleases(v.parse(DocumentSchema, discovery), listScripts(shell))
  const missing = [...releases]
    .flatMap(([folder, files]) => files.map((file) => folder + file))
    .filter((path) => copy.readFile(path) === null)
  await fetchFiles(missing, { site, copy })
  // Last: the page before works with the files that it was copied with.
  const headers = [...page.headers].filter(([name]) => name !== 'set-cookie')
  await copy.writePage({ copiedAt: Date.now(), headers, html, shell, discovery })
  copy.keepOnly(new Set(releases.keys()))
  return missing.length
}

function listScripts({ script, inspector }: DevelopmentShell): ReleaseFile[] {
  return inspector === undefined ? [script] : [script, inspector]
}

/** The files that the pages of each release need at first, by the release's folder. */
function listReleases(
  { shell, remotes }: DiscoveryDocument,
  scripts: readonly ReleaseFile[],
): Map<string, string[]> {
  const releases = new Map<string, string[]>()
  if (shell !== null) {
    const files = [...scripts, ...shell.css, ...(shell.fonts ?? [])]
    releases.set(
      getReleaseFolder('shell', getReleaseId(shell)),
      files.map(({ file }) => file),
    )
  }
  for (const [name, { stable, canary }] of Object.entries(remotes))
    for (const release of canary === undefined ? [stable] : [stable, canary.release])
      releases.set(getReleaseFolder(name, getReleaseId(release)), listFiles(release))
  return releases
}

function listFiles({ entry, pages }: DiscoveryRelease): string[] {
  const files = [entry, ...pages.flatMap(({ js, css }) => [...js, ...css])]
  return [...new Set(files.map(({ file }) => file))]
}

async function fetchFiles(
  files: readonly string[],
  { site, copy }: { readonly site: string; readonly copy: SiteCopy },
): Promise<void> {
  const queue = [...files]
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const response = await fetch(site + path)
      if (!response.ok) throw new Error(`${site} responded to ${path} with status ${response.status}.`)
      await copy.writeFile(path, Buffer.from(await response.arrayBuffer()))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
