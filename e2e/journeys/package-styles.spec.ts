import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { buildRemote } from '../releases/build-remote.ts'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createReleaseTeam } from '../steps/release-team.ts'
import { createVisitor } from '../steps/visitor.ts'

const remote = 'weather'

const font = readFileSync(join(root, 'node_modules/@fontsource/figtree/files/figtree-latin-400-normal.woff2'))

const picker = `@import './theme.css';
@font-face { font-family: 'Picker icons'; src: url('./icons.woff2') format('woff2') }
* { text-decoration: underline }
a, button, h1 { letter-spacing: 3px }
body { text-indent: 7px }
.picker { color: var(--picker-accent); font-family: 'Picker icons'; animation: picker-fade 1s infinite }
.picker::before { content: 'picked ' }
@keyframes picker-fade { from { opacity: 0.5 } }`

const route = `import 'picker/style.css'
import { useHost } from '@portico/kit/contract/contract.ts'
import { useEffect } from 'react'
import styles from './home.module.css'

export function Component() {
  const { Showcase } = useHost()
  useEffect(() => {
    const popover = Object.assign(document.createElement('div'), { className: 'picker', id: 'popover', textContent: 'July' })
    document.body.append(popover)
    return () => popover.remove()
  }, [])
  return (
    <>
      <h1 className={styles.title}>Weather</h1>
      <p className="picker" id="inline">Today</p>
      {Showcase && <Showcase path="/api"><i>Loading</i></Showcase>}
    </>
  )
}
`

test('styles of an npm package apply to the page of the remote that imports it and to what it appends, and to nothing else', {
  tag: '@soak',
}, async ({ newSite }) => {
  const { site, openPageAs } = await newSite({})
  const team = createReleaseTeam(site)
  const folder = await buildRemote({
    manifest: {
      name: remote,
      team: 'Weather team',
      contractVersion: 2,
      pages: [{ path: '/weather', access: 'open', title: 'Weather', route: 'home', prerender: true }],
    },
    files: {
      'pages/home/route.tsx': route,
      'pages/home/home.module.css': '.title { letter-spacing: 1px }',
      'node_modules/picker/package.json': '{ "name": "picker", "version": "1.0.0" }',
      'node_modules/picker/style.css': picker,
      'node_modules/picker/theme.css': ':root { --picker-accent: rgb(0, 128, 0) }',
      'node_modules/picker/icons.woff2': font,
    },
  })
  await team.release('publish', remote, '--folder', folder, '--no-browser', '--reason', 'a test')
  await team.release('start', remote, '1.0.0', '--plan', 'now')
  const page = await openPageAs('signed out')
  const visitor = createVisitor(page)
  await page.goto('/')
  await visitor.isAt('/', 'HomePage')
  await waitForHydrationOf(visitor.heading())
  const before = await readShell(page)

  await test.step('before any script has run', async () => {
    const reader = await openPageAs('signed out', { javaScriptEnabled: false })
    await reader.goto('/weather')
    await expect(reader.locator('main #inline').first()).toHaveCSS('color', 'rgb(0, 128, 0)')
  })

  await test.step('on its page', async () => {
    await page.goto('/weather')
    await visitor.isAt('/weather', 'Weather')
    for (const id of ['#inline', '#popover']) {
      const element = page.locator(id)
      await expect(element).toHaveCSS('color', 'rgb(0, 128, 0)')
      await expect(element).toHaveCSS('text-decoration-line', 'underline')
      await expect(element).toHaveCSS('text-indent', '7px')
      await expect(element).toHaveCSS('animation-name', 'weather-picker-picker-fade')
      expect(await element.evaluate((node) => getComputedStyle(node, '::before').content)).toBe('"picked "')
    }
    await expect(page.getByRole('heading', { level: 1 }), 'its own rules win').toHaveCSS(
      'letter-spacing',
      '1px',
    )
    const shownByOther = page.locator('main [data-remote="catalogue"] > *').first()
    await expect(shownByOther).toHaveCSS('text-decoration-line', 'none')
    expect(
      await page.evaluate(() => document.fonts.load("1rem 'Picker icons'").then(({ length }) => length)),
    ).toBe(1)
    expect(await readShell(page)).toEqual(before)
  })

  await test.step('after a navigation, nothing of it is left', async () => {
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page.locator('#inline')).toHaveCount(0)
    await page.evaluate(() => {
      for (const parent of [document.body, document.querySelector('main')])
        parent?.append(
          Object.assign(document.createElement('b'), { className: 'picker left', textContent: 'x' }),
        )
    })
    for (const left of await page.locator('.left').all()) {
      await expect(left).not.toHaveCSS('color', 'rgb(0, 128, 0)')
      await expect(left).toHaveCSS('animation-name', 'none')
      await expect(left).toHaveCSS('text-decoration-line', 'none')
    }
    expect(await readShell(page)).toEqual(before)
  })

  await test.step('and back', async () => {
    await page.goBack()
    await expect(page.locator('#inline')).toHaveCSS('color', 'rgb(0, 128, 0)')
  })
})

/** How the header and the footer look. */
const readShell = (page: Page) =>
  page.locator('header, header a, header button, footer, footer a').evaluateAll((elements) =>
    elements.map((element) => {
      const { letterSpacing, textDecorationLine, textIndent, animationName } = getComputedStyle(element)
      return [element.textContent, letterSpacing, textDecorationLine, textIndent, animationName].join(' ')
    }),
  )
