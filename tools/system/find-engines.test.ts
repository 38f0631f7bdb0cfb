import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findEngines } from './find-engines.ts'

let bare = ''
const warnings: string[] = []
beforeEach(() => {
  bare = mkdtempSync(join(tmpdir(), 'portico-engines-')) // a machine without a browser or a package manager
  vi.stubEnv('PATH', bare)
  vi.stubEnv('FIREFOX_PATH', '')
  vi.stubEnv('WEBKIT_DRIVER_PATH', '')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
})
afterEach(() => {
  warnings.length = 0
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

test('installed engines are found in PATH', async () => {
  const FIREFOX_PATH = program('firefox-esr')
  const WEBKIT_DRIVER_PATH = program('WebKitWebDriver')
  program('Xvfb')
  expect(await findEngines()).toEqual({ FIREFOX_PATH, WEBKIT_DRIVER_PATH })
  expect(warnings).toEqual([])
})

test('FIREFOX_PATH wins over an installed Firefox', async () => {
  program('firefox')
  const mine = program('mine')
  vi.stubEnv('FIREFOX_PATH', mine)
  expect((await findEngines()).FIREFOX_PATH).toBe(mine)
})

test('a missing engine is named with what to install', async () => {
  program('WebKitWebDriver') // without an X server
  expect(await findEngines()).toEqual({})
  expect(warnings).toEqual([
    'The journeys in Firefox are skipped: no firefox-esr or firefox in PATH. Install firefox-esr (the names in Debian), or set FIREFOX_PATH.',
    'The journeys in WebKit are skipped: no WebKitWebDriver and Xvfb in PATH. Install webkit2gtk-driver and xvfb (the names in Debian), or set WEBKIT_DRIVER_PATH.',
  ])
})

test('missing engines are installed where apt-get can', async () => {
  program(
    'apt-get',
    `case "$*" in
      *install*firefox-esr*) echo > ${bare}/firefox-esr;;
      *install*webkit2gtk-driver*xvfb*) echo > ${bare}/WebKitWebDriver; echo > ${bare}/Xvfb;;
    esac`,
  )
  program('sudo', `shift; "$@"`)
  expect(await findEngines()).toEqual({
    FIREFOX_PATH: join(bare, 'firefox-esr'),
    WEBKIT_DRIVER_PATH: join(bare, 'WebKitWebDriver'),
  })
})
