import { defineConfig } from 'vitest/config'

const limits = { testTimeout: 600_000, hookTimeout: 600_000 }
const exclude = ['**/node_modules/**']
const latency = 'server/latency.soak.test.ts'
// With `SOAK`, they also run what builds, compiles or opens a browser again for one more case.
const hasSlowTests = [
  'remote-catalogue/samples/samples.test.ts',
  'tools/kit/pack/pack-kit.test.ts',
  'tools/package/start-archive.test.ts',
  'tools/release-cli/browser/check-page.test.ts',
]

// What takes too long for every change: `npm run test:soak`.
export default defineConfig({
  test: {
    globalSetup: 'tools/testing/temporary-folder.ts',
    projects: [
      {
        test: {
          name: 'crash recovery',
          include: ['**/*.soak.test.ts'],
          exclude: [...exclude, latency],
          ...limits,
        },
      },
      { test: { name: 'latency', include: [latency], ...limits } },
      {
        test: {
          name: 'properties',
          include: ['server/**/*.properties.test.ts'],
          exclude,
          env: { PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '3000' },
          ...limits,
        },
      },
      {
        test: {
          name: 'slow units',
          include: hasSlowTests,
          exclude,
          env: { SOAK: '1' },
          ...limits,
        },
      },
    ],
  },
})
