import { defineConfig } from '@playwright/test'
import type { SiteOptions } from './site/fixtures.ts'

// What a browser would do beside showing the site, and what a container does not offer.
const quietBrowser = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const overPostgres = /(?:sign-up|session)\.spec\.ts$/
const ownPostgres = /database-unavailable\.spec\.ts$/
const withFaults = /remote-failures\.spec\.ts$/
const ofReleases = /(?:canary|release|release-command)\.spec\.ts$/

export default defineConfig<object, SiteOptions>({
  testDir: 'journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Only for what hangs: alone a test takes seconds, on two cores that also do other things much longer.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      args: quietBrowser,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
  },
  projects: [
    { name: 'build', testDir: 'site', testMatch: /build-site\.ts$/ },
    { name: 'sqlite', testIgnore: [withFaults, ofReleases, ownPostgres], dependencies: ['build'] },
    ...(process.env.TEST_DATABASE_URL
      ? [
          {
            name: 'postgres',
            testMatch: [overPostgres, ownPostgres],
            use: { database: 'postgres' as const },
            dependencies: ['build'],
          },
        ]
      : []),
    {
      name: 'faulty build',
      testDir: 'faults',
      testMatch: /build-faulty-remotes\.ts$/,
      dependencies: ['build'],
    },
    { name: 'failures', testMatch: withFaults, dependencies: ['faulty build'] },
    { name: 'next version', testDir: 'releases', testMatch: /build-canary\.ts$/, dependencies: ['build'] },
    { name: 'releases', testMatch: ofReleases, dependencies: ['next version'] },
  ],
})
