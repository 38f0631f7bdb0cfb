import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../release-cli/browser/load-in-browser.ts'
import { findInstalledBrowser } from '../system/find-browser.ts'
import { createPageCheck } from './check-page.ts'

const executablePath = await findInstalledBrowser()
const page = { path: '/weather', access: 'open' as const, title: 'Weather', js: [], css: [] }
const example = { page, address: '/weather' }
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

let browser: Browser
beforeAll(async () => {
  if (executablePath !== null) browser = await launchBrowser(executablePath)
})
afterAll(() => browser?.close())

async function check(main: string): Promise<string[]> {
  const tab = await browser.newPage()
  await tab.setContent(
    `<html lang="en"><title>Weather</title><style>body { margin: 0; color-scheme: light dark }</style><main>${main}</main>`,
  )
  const findings = await createPageCheck(axe)(tab, example)
  await tab.close()
  return findings.map((finding) => `${finding.check}: ${finding.message}`)
}

const heading = '<h1 tabindex="-1">Weather</h1>'

test.runIf(executablePath !== null).each([
  {
    what: 'without a heading that can have the focus',
    main: '<h1>Weather</h1>',
    found: [/^conformance: \/weather has 1 level-1 headings, of which the first has tabIndex null\.$/],
  },
  {
    what: 'with a second heading and a landmark',
    main: `${heading}${heading}<header>Top</header><section><header>Fine</header></section>`,
    found: [/has 2 level-1 headings/, /^conformance: \/weather has landmarks .*: header\.$/],
  },
  {
    what: 'with an image that has no text',
    main: `${heading}<img src="data:,">`,
    found: [/^accessibility: \/weather, light theme: .* \(image-alt\)/],
  },
  {
    what: 'that is unreadable in the dark theme only',
    main: `${heading}<p style="background: light-dark(white, black); color: #222">Rain</p>`,
    found: [/^accessibility: \/weather, dark theme: .* \(color-contrast\)/],
  },
  {
    what: 'that is wider than a small window',
    main: `${heading}<p style="inline-size: 400px">Rain</p>`,
    found: [/^accessibility: \/weather is 80 px too wide for a window of 320 px\.$/],
  },
  { what: 'with nothing wrong', main: `${heading}<p>Rain</p>`, found: [] },
])('a page $what', async ({ main, found }) => {
  const findings = await check(main)
  expect(findings).toEqual(found.map((message) => expect.stringMatching(message)))
})
