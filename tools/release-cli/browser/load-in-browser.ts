import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { type Browser, chromium } from 'playwright-core'
import { browserFlags } from '../../system/browser-flags.ts'
import { findInstalledBrowser } from '../../system/find-browser.ts'
import { listExamples, type PageExample } from './list-examples.ts'
import { openPage, type SiteRelease } from './open-page.ts'
import { readSiteContent } from './read-site-content.ts'

/** The result of opening a release in a browser; a failure has a hint. */
export interface BrowserResult {
  readonly outcome: 'mounted' | 'no-browser' | 'broken'
  readonly isOk: boolean
  readonly message: string
  readonly hint: string
  /** What is wrong, page by page. */
  readonly findings: readonly Finding[]
}

const concurrency = 3
/** After this many broken pages, the others are probably broken for the same reason, and each may take a minute. */
const maxBroken = 3

/**
 * Opens each page of an unpublished release, with an example for its parameters, in the shell of a running site. Requests
 * for the release are answered from its folder, and nothing reaches the site but GET requests.
 */
export async function loadInBrowser(release: SiteRelease): Promise<BrowserResult> {
  const { built } = release
  const executablePath = await findInstalledBrowser()
  if (executablePath === null) return noBrowser
  const browser = await launchBrowser(executablePath)
  try {
    const hasContent = built.record.pages.some(({ content }) => content !== undefined)
    const content = hasContent ? await readSiteContent(release.address) : null
    const { examples, findings: missing } = listExamples(built, content)
    const { findings, opened } = await openPages(browser, examples, release)
    return createResult([...missing, ...findings], { opened, pages: built.record.pages.length })
  } finally {
    await browser.close()
  }
}

/** Starts a headless browser. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...browserFlags] })
}

const noBrowser: BrowserResult = {
  outcome: 'no-browser',
  isOk: false,
  message: 'There is no Chromium to open the release in.',
  hint: 'Install Chromium or Chrome, set CHROMIUM_PATH, or run `npx playwright install chromium`.',
  findings: [],
}

async function openPages(
  browser: Browser,
  examples: readonly PageExample[],
  release: SiteRelease,
): Promise<{ findings: Finding[]; opened: number }> {
  const queue = [...examples]
  const findings: Finding[] = []
  let opened = 0
  let broken = 0
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && broken < maxBroken; next = queue.shift()) {
      const found = await openPage(browser, next, release)
      opened += 1
      if (found.length > 0) broken += 1
      findings.push(...found)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { findings, opened }
}

function createResult(
  findings: readonly Finding[],
  { opened, pages }: { readonly opened: number; readonly pages: number },
): BrowserResult {
  const [first] = findings
  const count = opened === pages ? `${pages}` : `${opened} of ${pages}`
  const message = `opened ${count} ${pages === 1 ? 'page' : 'pages'}`
  if (first === undefined) return { outcome: 'mounted', isOk: true, message, hint: '', findings }
  return {
    outcome: 'broken',
    isOk: false,
    message: `${message}: ${first.message}`,
    hint: first.hint,
    findings,
  }
}
