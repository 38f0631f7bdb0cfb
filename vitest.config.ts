import { defineConfig } from 'vitest/config'

const inNode = ['shared/**/*.test.ts', 'server/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts']
// The soak lane runs them: see `npm run test:soak`.
const exclude = ['**/node_modules/**', '**/*.soak.test.ts']
// Styles are empty in tests, except for a test that reads one as text.
const css = { include: [/\.css\?raw$/] }
const inDom = [
  '{shell,shared,remote-*}/**/*.test.tsx',
  '{shell,remote-*}/**/*.test.ts',
  'shared/**/*.everywhere.test.ts',
]

// Only for a test that hangs: the machine may have two cores and do other things beside.
const testTimeout = 60_000
const hookTimeout = testTimeout

export default defineConfig({
  test: {
    // The default leaves a core idle. Threads start faster than processes, and are as isolated.
    maxWorkers: '100%',
    pool: 'threads',
    projects: [
      { test: { name: 'node', environment: 'node', include: inNode, exclude, testTimeout, hookTimeout } },
      {
        test: {
          name: 'dom',
          environment: 'happy-dom',
          css,
          include: inDom,
          setupFiles: ['shared/testing/setup.ts'],
          testTimeout,
          hookTimeout,
        },
      },
    ],
  },
})
