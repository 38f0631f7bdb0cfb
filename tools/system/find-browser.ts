import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './run-command.ts'

// The same browser without its own windows and menus: the tests take a fifth less time.
const headlessShell = 'chromium-headless-shell'
const installedNames = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a Chromium: `CHROMIUM_PATH`, an installed one, Playwright's own (downloaded if necessary) or the system
 * package (installed if possible), in this order. Throws when there is none.
 */
export async function findBrowser(): Promise<string> {
  const found =
    getConfiguredBrowser() ?? findInSystem() ?? (await getPlaywrightBrowser()) ?? installSystemPackage()
  if (found !== null) return found
  throw new Error(
    'No Chromium found, and neither Playwright nor the system could install one. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  )
}

/** The path of an installed Chromium, or null. Installs nothing. */
export async function findInstalledBrowser(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  const playwrights = existsSync(chromium.executablePath()) ? chromium.executablePath() : null
  return getConfiguredBrowser() ?? findInSystem() ?? playwrights
}

function getConfiguredBrowser(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named === undefined || named === '') return null
  if (existsSync(named)) return named
  throw new Error(`CHROMIUM_PATH: there is no file ${named}.`)
}

function findInSystem(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = installedNames.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...macPaths].find((path) => existsSync(path)) ?? null
}

async function getPlaywrightBrowser(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  console.log('No Chromium found. Downloading it with Playwright ...')
  run('playwright', ['install', 'chromium'])
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

function installSystemPackage(): string | null {
  if (!run('apt-get', ['--version'])) return null
  const [program, first] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']]
  run(program, [...first, 'update'])
  for (const name of [headlessShell, 'chromium']) {
    console.log(`Installing the system package ${name} ...`)
    if (run(program, [...first, 'install', '-y', '--no-install-recommends', name])) break
  }
  return findInSystem()
}

const timeoutMs = 600_000 // the download is 150 MB

function run(program: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { cwd: root, env, stdio: 'ignore', timeout: timeoutMs }).status === 0
}
