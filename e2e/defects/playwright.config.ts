import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

// Broken releases and their visitors, until the site stops them: `npm run test:soak -- defects`.
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results',
  timeout: 1_800_000,
  workers: 2,
  projects: [
    { name: 'build', testDir: '../site', testMatch: 'build-site.ts' },
    { name: 'defects', dependencies: ['build'] },
  ],
})
