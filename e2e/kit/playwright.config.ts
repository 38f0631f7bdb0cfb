import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

// Repositories of other teams, with packages from the registry: `npm run test:soak`.
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results',
  timeout: 900_000,
  projects: [
    { name: 'build', testDir: '../site', testMatch: 'build-site.ts' },
    { name: 'kit', dependencies: ['build'] },
  ],
})
