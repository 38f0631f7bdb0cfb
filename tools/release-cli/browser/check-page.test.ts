import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInstalledBrowser } from '../../system/find-browser.ts'
import { repositoryProject } from '../repository-project.ts'
import { createPageCheck } from './check-page.ts'
import { launchBrowser } from './load-in-browser.ts'
import { getBudget, type PageBudget, recordCosts } from './record-costs.ts'

const executablePath = await findInstalledBrowser()
const page = { path: '/weather', access: 'open' as const, title: 'Weather', js: [], css: [] }
const example = { page, address: '/weather' }
const script = '/r/weather/1.0.0-0a1b2c3d/page.js'
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
  })
  document.addEventListener('keydown', ({ key, ctrlKey }) => key === 'k' && ctrlKey && document.querySelector('dialog').showModal())`

let browser: Browser
const folder = mkdtempSync(join(tmpdir(), 'check-page-'))
beforeAll(async () => {
  if (executablePath !== null) browser = await launchBrowser(executablePath)
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

interface Checked {
  readonly main: string
  /** What mounts the page. */
  readonly effect?: string
  /** What its button does. */
  readonly click?: string
  readonly budget?: Partial<PageBudget>
}

interface Page extends Checked {
  readonly what: string
  readonly found: readonly RegExp[]
}

async function check({ main, effect = '', click, budget = {} }: Checked): Promise<string[]> {
  const tab = await browser.newPage()
  const button = click === undefined ? '' : '<button type="button">Show</button>'
  const handle =
    click === undefined ? '' : `document.querySelector('main button').onclick = () => { ${click} }\n`
  const body = `<html lang="en"><title>Weather</title><style>body { margin: 0; color-scheme: light dark }</style>
    <button aria-keyshortcuts="Control+K Meta+K">Search</button><dialog>Search</dialog>
    <main>${main}${button}</main><script src="${script}"></script><script>${shell}</script>`
  await tab.route('**', (route) =>
    route.request().url().endsWith(script)
      ? route.fulfill({ contentType: 'text/javascript', body: `const mount = () => {\n${handle}${effect} }` })
      : route.fulfill({ contentType: 'text/html', body }),
  )
  await recordCosts(tab)
  const record = { remote: 'weather', version: '1.0.0', hash: '0a1b2c3d' }
  const pageCheck = createPageCheck({ folder, record }, repositoryProject.readPageScripts())
  await pageCheck.prepare(tab)
  await tab.goto('http://site.example/weather')
  const findings = await pageCheck.run(tab, example, getBudget({ budget }))
  await tab.close()
  return findings.map((finding) => `${finding.check}: ${finding.message}`)
}

const heading = '<h1 tabindex="-1">Weather</h1>'

const pages: readonly Page[] = [
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
      /^conformance: \/weather leaks every time a visitor leaves it: (?=.*resize on window \(page\.js:2:1\)).*setInterval/,
    ],
  },
  {
    what: 'with nothing wrong',
    main: `${heading}<p>Rain</p><form><button>Send</button></form>`,
    effect: `const listen = () => {}
      addEventListener('resize', listen)
      document.querySelector('form').onsubmit = () => document.body.classList.add('sent')
      return () => removeEventListener('resize', listen)`,
    click: `const timer = setTimeout(() => {}, 100); document.querySelector('main p').className = 'shown'`,
    found: [],
  },
  {
    what: 'whose button leaves attributes and an element behind',
    main: heading,
    click: `document.body.className = 'locked'; document.body.style.overflow = 'hidden'
      document.documentElement.setAttribute('lang', 'de')
      document.body.append(Object.assign(document.createElement('div'), { id: 'overlay' }))`,
    found: [
      /^leftovers: lang="de" of html stays after \/weather has been left\.$/,
      /^leftovers: class="locked" of body stays/,
      /^leftovers: style="overflow: hidden;" of body stays/,
      /^leftovers: <div id="overlay"><\/div> stays/,
    ],
  },
  {
    what: 'whose button starts what goes on',
    main: heading,
    click: `let count = 0
      const repeat = () => setTimeout(repeat, 50)
      repeat()
      setInterval(() => { document.title = 'Weather ' + ++count }, 100)
      addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true })`,
    found: [
      /^leftovers: setInterval \(page\.js:5:7\) stays/,
      /^leftovers: keydown on window \(page\.js:6:7\) stays/,
      /^leftovers: setTimeout \(page\.js:3:28\) stays/,
      /^leftovers: What changes the title to “Weather \d+” stays/,
      /^leftovers: Ctrl\+K no longer opens the site’s search after \/weather has been left\.$/,
    ],
  },
]
// Each is visited twenty times.
const furtherPages: readonly Page[] = [
  {
    what: 'without a heading that can have the focus',
    main: '<h1>Weather</h1>',
    found: [/^conformance: \/weather has 1 level-1 headings, of which the first has tabIndex null\.$/],
  },
  {
    what: 'that adds listeners once, when it is loaded',
    main: heading,
    effect: `if (globalThis.isSetUp) return
      globalThis.isSetUp = true
      document.addEventListener('scroll', () => {})
      addEventListener('resize', () => {}, { once: true })
      const page = new AbortController()
      addEventListener('keydown', () => {}, { signal: page.signal })
      return () => page.abort()`,
    found: [
      /^leftovers: scroll on document \(page\.js:4:16\) stays after \/weather has been left\.$/,
      /^leftovers: resize on window \(page\.js:5:7\) stays/,
    ],
  },
  {
    what: 'whose button takes too long',
    main: heading,
    click: `const start = performance.now(); while (performance.now() < start + 300);`,
    found: [/^blocking: “Show” on \/weather blocks the browser for \d+ ms, at most 200 ms is allowed\.$/],
  },
  {
    what: 'that takes too long, and whose memory grows, each time it is opened',
    main: heading,
    effect: `const start = performance.now(); while (performance.now() < start + 60)
      globalThis.kept ??= []
      kept.push(Array.from({ length: 100_000 }, (_, index) => index))`,
    budget: { blockingMs: 50, memoryGrowth: 4 },
    found: [
      /^leftovers: \/weather makes the memory grow by \d+\.\d MB over 20 visits, at most 4 MB is allowed\.$/,
      /^blocking: \/weather blocks the browser each time it is opened for \d+ ms/,
    ],
  },
]

test.runIf(executablePath !== null).each([...pages, ...(process.env.SOAK === '1' ? furtherPages : [])])(
  'a page $what',
  async ({ found, ...checked }) => {
    const findings = await check(checked)
    expect(findings).toEqual(found.map((message) => expect.stringMatching(message)))
  },
)
