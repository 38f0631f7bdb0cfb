import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

// Screenshots are reviewed by eye, not compared, so they are not part of the tests.
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results',
  timeout: 0, // hundreds of pages, with no time limit for any of them
  projects: [
    { name: 'pages', testMatch: 'take-screenshots.ts' },
    { name: 'console', testMatch: 'take-console-screenshots.ts' },
    { name: 'readme', testMatch: 'take-readme-screenshots.ts' },
    { name: 'sample-images', testMatch: 'draw-sample-images.ts' },
  ],
})
