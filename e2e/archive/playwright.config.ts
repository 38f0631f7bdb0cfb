import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

// The archive of the site as operators run it, behind a real proxy: `npm run test:soak`.
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results',
  timeout: 600_000,
  workers: 1,
  projects: [
    { name: 'build', testDir: '../site', testMatch: 'build-site.ts' },
    { name: 'archive', dependencies: ['build'] },
  ],
})
