import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBrowser, findInstalledBrowser } from './find-browser.ts'

let bare = ''
beforeEach(() => {
  // Simulates a machine without a browser, a package manager or a Playwright download.
  bare = mkdtempSync(join(tmpdir(), 'portico-browser-'))
  vi.stubEnv('PATH', bare)
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', bare)
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(bare, { recursive: true, force: true })
})

function program(name: string, script = 'exit 0'): string {
  const path = join(bare, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test('CHROMIUM_PATH wins over an installed browser', async () => {
  program('chromium')
  const mine = program('mine')
  vi.stubEnv('CHROMIUM_PATH', mine)
  expect(await findBrowser()).toBe(mine)
})

test('a CHROMIUM_PATH that does not exist is an error even when a browser is installed', async () => {
  program('chromium')
  vi.stubEnv('CHROMIUM_PATH', '/no/such/browser')
  await expect(findBrowser()).rejects.toThrow('CHROMIUM_PATH: there is no file /no/such/browser.')
})

test('an installed headless shell is preferred', async () => {
  program('chromium')
  const shell = program('chromium-headless-shell')
  vi.stubEnv('PATH', bare)
  expect(await findBrowser()).toBe(shell)
})

test.each(['chromium', 'google-chrome'])('an installed %s is found in PATH', async (name) => {
  const path = program(name)
  vi.stubEnv('PATH', ['/no/such/folder', bare].join(delimiter))
  expect(await findBrowser()).toBe(path)
})

test.skipIf(process.platform === 'darwin')('findInstalledBrowser installs nothing', async () => {
  program('apt-get', 'exit 1')
  expect(await findInstalledBrowser()).toBeNull()
  const path = program('chromium')
  expect(await findInstalledBrowser()).toBe(path)
})

// On macOS browsers are found outside PATH.
test.skipIf(process.platform === 'darwin')('without any browser the error explains what to do', async () => {
  await expect(findBrowser()).rejects.toThrow(
    'No Chromium found, and neither Playwright nor the system could install one. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  )
})

test.skipIf(process.platform === 'darwin').each([
  { packaged: 'chromium-headless-shell', what: 'the headless shell' },
  { packaged: 'chromium', what: 'Chromium, where there is no package of the headless shell,' },
])('the system package of $what is installed as the last resort', async ({ packaged }) => {
  program(
    'apt-get',
    `case "$*" in *install*" ${packaged}") echo > ${join(bare, packaged)};; *install*) exit 100;; esac`,
  )
  program('sudo', `shift; "$@"`)
  expect(await findBrowser()).toBe(join(bare, packaged))
})
