import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

// Screenshots are looked at, not compared, so they are no part of the tests.
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'take-screenshots.ts',
  outputDir: '../test-results',
  timeout: 0, // hundreds of pages, and nobody waits for one of them
  projects: [{ name: 'screenshots' }],
})
