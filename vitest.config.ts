import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ServersFirst } from './tools/testing/servers-first.ts'

const nodeTests = ['server/**/*.test.ts', 'bench/**/*.test.ts']
// Each of these files runs in isolation: packages read the variables that it changes when they are imported.
const changeEnvironment = ['tools/system/find-*.test.ts', 'tools/release-cli/publish-commands.test.ts']
// Browser code that needs no document, such as rules, formats and requests.
const logicTests = ['{shell,console,shared,remote-*}/**/*.test.ts']
const domTests = ['**/*.test.tsx', '**/*.dom.test.ts', 'shared/**/*.everywhere.test.ts']

// The soak lane runs them: see vitest.soak.config.ts.
const exclude = ['**/node_modules/**', '**/*.soak.test.ts']
// Style sheets are empty in tests, unless a test reads one as text.
const css = { include: [/\.css\?raw$/] }

// Only for tests that hang: the machine may be busy.
const testTimeout = 300_000
const hookTimeout = testTimeout
// The default, 16 MB, is soon full of elements and requests that live a little longer: a tenth of the time went into moving them.
const execArgv = ['--max-semi-space-size=32']
// A worker that stops writes what it has compiled to Node's cache, a file per module: up to 10 s where the disk is busy.
const teardownTimeout = 60_000
const common = { testTimeout, hookTimeout, css, execArgv }

const inNode = { ...common, environment: 'node', exclude: [...exclude, '**/*.dom.test.ts'] }
// Importing a file's modules takes longer than most of its tests, so the files of a worker share them.
const sharedModules = { ...inNode, isolate: false }
// What runs on Node does so in its tests: nothing is transformed first.
const native = { experimental: { viteModuleRunner: false } }

// `npm test -- --coverage` prints what the unit tests run of each workspace.
const coverage = {
  reporter: ['json-summary'],
  include: ['{server,shared,shell,console,tools,remote-*}/**/*.{ts,tsx}'],
  exclude: ['**/*.test.*', '**/testing/**', '**/*.d.ts'],
}

export default defineConfig({
  test: {
    globalSetup: 'tools/testing/temporary-folder.ts',
    sequence: { sequencer: ServersFirst },
    teardownTimeout,
    coverage,
    maxWorkers: availableParallelism() + 1, // the servers' tests often wait for a database, a process or a retry
    projects: [
      { test: { ...inNode, ...native, name: 'environment', include: changeEnvironment } },
      {
        test: {
          ...sharedModules,
          ...native,
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          exclude: [...inNode.exclude, ...changeEnvironment],
        },
      },
      { test: { ...sharedModules, ...native, name: 'node', include: nodeTests } },
      {
        test: {
          ...sharedModules,
          name: 'logic',
          include: logicTests,
          setupFiles: ['shared/kit/testing/no-console-errors.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'dom',
          isolate: false,
          sequence: { setupFiles: 'list' },
          include: domTests,
          exclude,
          setupFiles: ['shared/kit/testing/document.ts', 'shared/kit/testing/setup.ts'],
        },
      },
    ],
  },
})
