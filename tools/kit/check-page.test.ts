import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../release-cli/browser/load-in-browser.ts'
import { findInstalledBrowser } from '../system/find-browser.ts'
import { createPageCheck } from './check-page.ts'

const executablePath = await findInstalledBrowser()
const page = { path: '/weather', access: 'open' as const, title: 'Weather', js: [], css: [] }
const example = { page, address: '/weather' }
const read = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8')
const axe = read('axe-core/axe.min.js')
const detector = stripTypeScriptTypes(read('@portico/kit/testing/leak-detector.ts'))
// What the shell does: a page is mounted when its address is opened, and unmounted when it is left.
const shell = `
  const main = document.querySelector('main')
  const content = main.innerHTML
  let unmount = mount()
  addEventListener('popstate', () => {
    unmount?.()
    const isOpen = location.pathname === '/weather'
    main.innerHTML = isOpen ? content : '<h1>Not found</h1>'
    unmount = isOpen ? mount() : undefined
  })`

let browser: Browser
beforeAll(async () => {
  if (executablePath !== null) browser = await launchBrowser(executablePath)
})
afterAll(() => browser?.close())

async function check(main: string, effect = ''): Promise<string[]> {
  const tab = await browser.newPage()
  const body = `<html lang="en"><title>Weather</title><style>body { margin: 0; color-scheme: light dark }</style>
    <main>${main}</main><script>const mount = () => { ${effect} }; ${shell}</script>`
  await tab.route('**', (route) => route.fulfill({ contentType: 'text/html', body }))
  await tab.goto('http://site.example/weather')
  const findings = await createPageCheck({ axe, detector })(tab, example)
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
    what: 'with one of each other fault', // in the order in which they are found
    main: `${heading}${heading}<header>Top</header><section><header>Fine</header></section>
      <img src="data:,">
      <p style="background: light-dark(white, black); color: #222">Rain</p>
      <p style="inline-size: 400px">Rain</p>`,
    effect: `addEventListener('resize', () => {}); setInterval(() => {}, 1e6)`,
    found: [
      /^conformance: \/weather has 2 level-1 headings/,
      /^conformance: \/weather has landmarks .*: header\.$/,
      /^accessibility: \/weather, light theme: .* \(image-alt\)/,
      /^accessibility: \/weather, dark theme: .* \(color-contrast\)/,
      /^accessibility: \/weather is 80 px too wide for a window of 320 px\.$/,
      /^conformance: \/weather leaks every time a visitor leaves it: (?=.*resize on window).*setInterval/,
    ],
  },
  {
    what: 'with nothing wrong',
    main: `${heading}<p>Rain</p>`,
    effect: `const listen = () => {}; addEventListener('resize', listen); return () => removeEventListener('resize', listen)`,
    found: [],
  },
])('a page $what', async ({ main, effect, found }) => {
  const findings = await check(main, effect)
  expect(findings).toEqual(found.map((message) => expect.stringMatching(message)))
})
