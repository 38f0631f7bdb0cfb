import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findSoakPrograms } from './find-soak-programs.ts'

let bare = ''
const warnings: string[] = []
beforeEach(() => {
  bare = mkdtempSync(join(tmpdir(), 'portico-programs-')) // a machine without a browser, a language or a package manager
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

test('installed programs are found in PATH, and the browsers are named', async () => {
  const FIREFOX_PATH = program('firefox-esr')
  const WEBKIT_DRIVER_PATH = program('WebKitWebDriver')
  for (const name of ['Xvfb', 'php', 'go', 'java', 'ruby', 'dotnet', 'nginx', 'caddy']) program(name)
  expect(await findSoakPrograms()).toEqual({ FIREFOX_PATH, WEBKIT_DRIVER_PATH })
  expect(warnings).toEqual([])
})

test('FIREFOX_PATH wins over an installed Firefox', async () => {
  program('firefox')
  const mine = program('mine')
  vi.stubEnv('FIREFOX_PATH', mine)
  expect((await findSoakPrograms()).FIREFOX_PATH).toBe(mine)
})

test('what is missing is named with what to install', async () => {
  program('WebKitWebDriver') // without an X server
  for (const name of ['go', 'java', 'ruby', 'caddy']) program(name)
  expect(await findSoakPrograms()).toEqual({})
  expect(warnings).toEqual([
    'The journeys in Firefox are skipped: no firefox-esr or firefox in PATH. Install firefox-esr (in Debian), or set FIREFOX_PATH.',
    'The journeys in WebKit are skipped: no WebKitWebDriver and Xvfb in PATH. Install webkit2gtk-driver and xvfb (in Debian), or set WEBKIT_DRIVER_PATH.',
    'The samples in PHP are skipped: no php in PATH. Install php-cli (in Debian).',
    'The samples in C# are skipped: no dotnet in PATH. Install the .NET 10 SDK (https://dotnet.microsoft.com/download).',
    'The tests behind nginx are skipped: no nginx in PATH. Install nginx-light (in Debian).',
  ])
})

test('what is missing is installed where apt-get can', async () => {
  for (const name of ['java', 'ruby', 'dotnet', 'nginx', 'caddy']) program(name)
  program('sudo', `shift; "$@"`)
  program(
    'apt-get',
    `echo "$*" >> ${bare}/calls
    case "$*" in
      *install*firefox-esr*) echo > ${bare}/firefox-esr;;
      *install*webkit2gtk-driver*xvfb*) echo > ${bare}/WebKitWebDriver; echo > ${bare}/Xvfb;;
      *install*php-cli*) echo > ${bare}/php;;
      *install*golang-go*) echo > ${bare}/go;;
    esac`,
  )
  expect(await findSoakPrograms()).toEqual({
    FIREFOX_PATH: join(bare, 'firefox-esr'),
    WEBKIT_DRIVER_PATH: join(bare, 'WebKitWebDriver'),
  })
  expect(warnings).toEqual([])
  expect(readFileSync(join(bare, 'calls'), 'utf8')).not.toMatch(/jdk|dotnet/)
})
