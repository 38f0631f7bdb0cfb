import { defineConfig } from '@playwright/test'
import type { SiteOptions } from './site/fixtures.ts'

// Features of a desktop browser that no page can observe. Of these, the address bar's popups cost the most: every new window
// renders two of them, which doubles the CPU time of a test.
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'PreloadTopChromeWebUILessNavigations',
]
// Chromium reads only the last list, so this repeats the features that Playwright disables.
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
const browserFlags = [
  '--no-sandbox', // not available in containers
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...disabledByPlaywright, ...unusedFeatures].join(',')}`,
]

// Of these, only what is tagged as reading or writing the database: the others test the browser.
const alsoOnPostgres = /(?:sign-up|session)\.spec\.ts$/
const onlyOnPostgres = /database-unavailable\.spec\.ts$/
const remoteFailures = /remote-failures\.spec\.ts$/
const releases = /(?:behind-a-proxy|canary|load-reports|notifications|release|release-command)\.spec\.ts$/

export default defineConfig<object, SiteOptions>({
  testDir: 'journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Only for tests that hang: most take seconds, but longer on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      args: browserFlags,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
  },
  projects: [
    { name: 'build', testDir: 'site', testMatch: /build-site\.ts$/ },
    { name: 'sqlite', testIgnore: [remoteFailures, releases, onlyOnPostgres], dependencies: ['build'] },
    ...(process.env.TEST_DATABASE_URL
      ? [
          {
            name: 'postgres',
            testMatch: [alsoOnPostgres, onlyOnPostgres],
            grep: /@database/,
            use: { database: 'postgres' as const },
            dependencies: ['build'],
          },
        ]
      : []),
    {
      name: 'derived releases',
      testDir: 'releases',
      testMatch: /derive-releases\.ts$/,
      dependencies: ['build'],
    },
    { name: 'failures', testMatch: remoteFailures, dependencies: ['derived releases'] },
    { name: 'releases', testMatch: releases, dependencies: ['derived releases'] },
  ],
})
