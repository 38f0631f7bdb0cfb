import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { type Browser, chromium } from 'playwright-core'
import { browserFlags } from '../../system/browser-flags.ts'
import { findInstalledBrowser } from '../../system/find-browser.ts'
import { hasFailed } from '../findings.ts'
import { type BrowserResult, createResult, type LoadedRelease, noBrowser } from './browser-result.ts'
import { compareShells, isMeasured } from './compare-shells.ts'
import { listExamples, type PageExample } from './list-examples.ts'
import { openPage, type SiteRelease } from './open-page.ts'
import { readSiteContent } from './read-site-content.ts'

const concurrency = 3
/** After this many broken pages of a release, the others are probably broken for the same reason, and each may take minutes. */
const maxBroken = 3

/**
 * Opens each page of an unpublished release, with an example for its parameters, in the shell of a running site. Requests
 * for the release are answered from its folder, and nothing reaches the site but GET requests.
 */
export async function loadInBrowser(release: SiteRelease): Promise<BrowserResult> {
  const loaded = await loadReleases([release])
  return loaded === null ? noBrowser : createResult(loaded)
}

/**
 * As `loadInBrowser`, for several releases, a few pages at a time; `onOpened` follows each page. Returns what it found in each
 * release; null: there is no browser.
 */
export async function loadReleases(
  releases: readonly SiteRelease[],
  onOpened: OnOpened = () => {},
): Promise<LoadedRelease[] | null> {
  const executablePath = await findInstalledBrowser()
  if (executablePath === null) return null
  const browser = await launchBrowser(executablePath)
  try {
    const loadings = await Promise.all(releases.map(prepare))
    await openPages(browser, loadings, onOpened)
    return loadings
  } finally {
    await browser.close()
  }
}

/** Starts a headless browser. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...browserFlags] })
}

type OnOpened = (release: SiteRelease, address: string) => void

/** A release while its pages are opened. */
interface Loading extends LoadedRelease {
  readonly examples: readonly PageExample[]
  readonly findings: Finding[]
  opened: number
  /** How many of its pages fail. */
  broken: number
}

async function prepare(release: SiteRelease): Promise<Loading> {
  const { built, address } = release
  const hasContent = built.record.pages.some(({ content }) => content !== undefined)
  const content = hasContent ? await readSiteContent(address) : null
  const { examples, findings } = listExamples(built, content)
  // No shell opens a page without an address.
  const missing =
    release.shell === undefined ? findings : compareShells(findings, { live: findings, again: [] })
  return { release, examples, findings: missing, opened: 0, broken: 0 }
}

async function openPages(browser: Browser, loadings: readonly Loading[], onOpened: OnOpened): Promise<void> {
  const queue = loadings.flatMap((loading) => loading.examples.map((example) => ({ loading, example })))
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { loading, example } = next
      if (loading.broken >= maxBroken) continue
      const found = await openInBoth(browser, example, loading.release)
      loading.opened += 1
      if (hasFailed(found)) loading.broken += 1
      loading.findings.push(...found)
      onOpened(loading.release, example.address)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/** Opens a page, and one that has a problem in a new shell in the live one, too, and again if a busy machine may be the reason. */
async function openInBoth(browser: Browser, example: PageExample, release: SiteRelease): Promise<Finding[]> {
  const { shell, ...live } = release
  const found = await openPage(browser, example, release)
  if (shell === undefined || found.length === 0) return found
  const known = await openPage(browser, example, live)
  const again = found.some(isMeasured) ? await openPage(browser, example, release) : []
  return compareShells(found, { live: known, again })
}
