import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const nodeTests = ['shared/**/*.test.ts', 'server/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts']
// The soak lane runs them: see vitest.soak.config.ts.
const exclude = ['**/node_modules/**', '**/*.soak.test.ts']
// Style sheets are empty in tests, unless a test reads one as text.
const css = { include: [/\.css\?raw$/] }
const domTests = [
  '{shell,shared,remote-*}/**/*.test.tsx',
  '{shell,remote-*}/**/*.test.ts',
  'shared/**/*.everywhere.test.ts',
]

// Only for tests that hang: the machine may be busy.
const testTimeout = 60_000
const hookTimeout = testTimeout

export default defineConfig({
  test: {
    maxWorkers: availableParallelism() + 1, // the servers' tests often wait for a database, a process or a retry
    projects: [
      { test: { name: 'node', environment: 'node', include: nodeTests, exclude, testTimeout, hookTimeout } },
      {
        test: {
          name: 'dom',
          environment: 'happy-dom',
          pool: 'threads', // they start faster than processes
          css,
          include: domTests,
          setupFiles: ['shared/testing/setup.ts'],
          testTimeout,
          hookTimeout,
        },
      },
    ],
  },
})
