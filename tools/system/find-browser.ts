import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './run-command.ts'

const installedNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Path of a Chromium: `CHROMIUM_PATH`, else an installed one, else Playwright's own (downloaded when missing), else the
 * system's package. Throws with what to do where none can be had.
 */
export async function findBrowser(): Promise<string> {
  const found = namedOne() ?? installed() ?? (await playwrightsOwn()) ?? systemPackage()
  if (found !== null) return found
  throw new Error(
    'No Chromium can be had: none is installed, Playwright could not download one, and no system package could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
}

/** Path of a Chromium that is here already; nothing is installed. null: there is none. */
export async function findInstalledBrowser(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  const playwrights = existsSync(chromium.executablePath()) ? chromium.executablePath() : null
  return namedOne() ?? installed() ?? playwrights
}

function namedOne(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named === undefined || named === '') return null
  if (existsSync(named)) return named
  throw new Error(`CHROMIUM_PATH: expected the path of a Chromium, got ${named}, which does not exist.`)
}

function installed(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = installedNames.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...usualPlaces].find((path) => existsSync(path)) ?? null
}

async function playwrightsOwn(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  console.log('No Chromium is installed; downloading the one of Playwright ...')
  run('playwright', ['install', 'chromium'])
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

function systemPackage(): string | null {
  if (!run('apt-get', ['--version'])) return null
  const [program, first] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']]
  console.log('Installing the system package chromium ...')
  run(program, [...first, 'update'])
  run(program, [...first, 'install', '-y', '--no-install-recommends', 'chromium'])
  return installed()
}

const limitMs = 600_000 // a browser has 150 MB; a slow network shall not hold a test run for ever

function run(program: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { cwd: root, env, stdio: 'ignore', timeout: limitMs }).status === 0
}
