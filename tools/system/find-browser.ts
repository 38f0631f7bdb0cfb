import { existsSync } from 'node:fs'
import { findProgram, getConfiguredProgram, installPackages, runQuietly } from './system-packages.ts'

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
    getConfiguredProgram('CHROMIUM_PATH') ??
    findInSystem() ??
    (await getPlaywrightBrowser()) ??
    (await installSystemPackage())
  if (found !== null) return found
  throw new Error(
    'No Chromium found, and neither Playwright nor the system could install one. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  )
}

/** The path of an installed Chromium, or null. Installs nothing. */
export async function findInstalledBrowser(): Promise<string | null> {
  const { chromium } = await import('playwright-core')
  const playwrights = existsSync(chromium.executablePath()) ? chromium.executablePath() : null
  return getConfiguredProgram('CHROMIUM_PATH') ?? findInSystem() ?? playwrights
}

function findInSystem(): string | null {
  return findProgram(installedNames) ?? macPaths.find((path) => existsSync(path)) ?? null
}

async function getPlaywrightBrowser(): Promise<string | null> {
  const { chromium } = await import('playwright-core')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  console.log('No Chromium found. Downloading it with Playwright ...')
  await runQuietly('playwright', ['install', 'chromium'])
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

async function installSystemPackage(): Promise<string | null> {
  await installPackages([[headlessShell], ['chromium']])
  return findInSystem()
}
