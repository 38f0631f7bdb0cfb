import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { deriveShell } from '@portico/tools/testing/derive-release.ts'
import { writeRelease } from '../releases/write-release.ts'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const remote = 'portfolio'
const dist = join(root, 'dist')
const addresses = ['/', '/about', '/contact', '/stuck']

/** The page at /about listens while it is open, and the one at /contact has a heading that can't have the focus. */
const component = `() => {
  const { pathname } = location
  React.useEffect(() => {
    if (pathname !== '/about') return
    const listen = () => {}
    addEventListener('resize', listen)
    return () => removeEventListener('resize', listen)
  }, [])
  return React.createElement('h1', pathname === '/contact' ? null : { tabIndex: -1 }, pathname)
}`

/** Keeps what listens to "resize", and doesn't leave /stuck. */
const breakPages = `{
  const remove = window.removeEventListener
  window.removeEventListener = (type, ...rest) => type !== 'resize' && remove.call(window, type, ...rest)
  addEventListener('popstate', (event) => {
    if (document.querySelector('main h1')?.textContent === '/stuck') event.stopImmediatePropagation()
  }, true)
}`

test('a new shell is checked with every page of the live remotes, and refused for what the live one does not show', async ({
  newSite,
}, testInfo) => {
  const published = testInfo.outputPath('dist')
  cpSync(join(dist, 'shell'), join(published, 'shell'), { recursive: true })
  const pages = addresses.map((path) => ({ path, access: 'open' as const, title: path, js: [], css: [] }))
  writeRelease(join(published, remote), join(dist, remote), { component, pages })
  const { site } = await newSite({ publishFrom: published })
  const { release } = createReleaseTeam(site)

  /** Derives a shell and runs a command with it. Returns its result in the browser. */
  const run = async (command: string, version: string, code: string) => {
    const folder = testInfo.outputPath(version)
    deriveShell(join(dist, 'shell'), folder, { version, change: (script) => `${code}\n${script}` })
    const { exitCode, output } = await release(command, 'shell', '--folder', folder)
    return { exitCode, ...Object(output) }
  }
  const existing = {
    check: 'conformance',
    isOk: true,
    isWarning: true,
    message: expect.stringMatching(/^portfolio 99\.0\.0: \/contact has 1 level-1 headings/),
    hint: expect.stringContaining('The live shell shows this, too.'),
  }
  const added = (message: RegExp) => ({
    check: 'conformance',
    isOk: false,
    message: expect.stringMatching(message),
    hint: expect.stringContaining('The live shell doesn’t show this: correct the new one.'),
  })

  await test.step('what the live shell shows, too, is a warning', async () => {
    const { exitCode, browser } = await run('check', '99.0.0', '')
    const summary = {
      check: 'portfolio 99.0.0',
      isOk: true,
      message: '4 pages, 0 problems, 1 warning',
      hint: '',
    }
    expect(browser.findings).toEqual([existing, summary])
    expect(exitCode).toBe(0)
  })

  await test.step('what only the new shell shows refuses it', async () => {
    const { exitCode, browser } = await run('publish', '99.1.0', breakPages)
    const summary = {
      check: 'portfolio 99.0.0',
      isOk: false,
      message: '4 pages, 2 problems, 1 warning',
      hint: '',
    }
    expect(browser.findings).toHaveLength(4)
    expect(browser.findings).toEqual(
      expect.arrayContaining([
        existing,
        added(/^portfolio 99\.0\.0: \/about leaks every time a visitor leaves it: resize on window/),
        added(/^portfolio 99\.0\.0: \/stuck could not be checked: The shell did not navigate\.$/),
        summary,
      ]),
    )
    expect(exitCode).toBe(3)
  })
})
