import { defineConfig } from '@playwright/test'
import { browserFlags } from '@portico/tools/system/browser-flags.ts'

// These start sites of their own, and take longest.
const ownSites =
  /(?:behind-a-proxy|console-outage|database-unavailable|deltas|development|failing-cdn|hosts|new-remote|release|stop)\.spec\.ts$/
const teams = /(?:notifications|release-command|stalled-upload)\.spec\.ts$/
const releases = /(?:canary|load-reports|prerendered-releases)\.spec\.ts$/

const dependencies = ['build']

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Long or in a rare environment, and other tests show each part: only the soak lane runs these.
  ...(process.env.SOAK === '1' ? {} : { grepInvert: /@soak/ }),
  workers: 3, // on two cores: a journey often waits for a page
  retries: 0,
  // Only for tests that hang: most take seconds, but some build apps, and a machine may be ten times slower than usual.
  timeout: 720_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      args: [
        ...browserFlags,
        '--disable-quic',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
      ],
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
  },
  // The longest first, so that no worker is still at one when the others have finished. A worker that changes to another
  // project starts another browser and another site, so each project with a few short journeys has one worker.
  projects: [
    { name: 'build', testDir: 'site', testMatch: /build-site\.ts$/ },
    {
      name: 'own sites',
      testMatch: ownSites,
      workers: 2,
      dependencies,
    },
    { name: 'teams', testMatch: teams, workers: 1, dependencies },
    { name: 'releases', testMatch: releases, workers: 1, dependencies },
    {
      name: 'sqlite',
      testIgnore: [ownSites, teams, releases],
      dependencies,
    },
  ],
})
