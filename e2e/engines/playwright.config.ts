import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import type { EngineOptions } from './fixtures.ts'

// The main journeys in other engines than Chromium: `npm run test:soak`.
export default defineConfig<object, EngineOptions>({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results',
  projects: [
    { name: 'build', testDir: '../site', testMatch: 'build-site.ts' },
    { name: 'firefox', use: { engineName: 'firefox' }, dependencies: ['build'] },
    { name: 'webkit', use: { engineName: 'webkit' }, dependencies: ['build'] },
  ],
})
