import { getFlag } from '@portico/protocol/command-line/command.ts'
import { runAllTests } from './run-all-tests.ts'
import { runScript } from './run-script.ts'

const summary = `Runs everything. CONTRIBUTING.md says how to run some of the tests.

  --changed         of the tests, runs only those that uncommitted changes can affect
  --since <commit>  the same for everything that has changed since a commit
  --coverage        measures what the unit tests run of each workspace`

const flags = {
  changed: { type: 'boolean' },
  since: { type: 'string' },
  coverage: { type: 'boolean' },
} as const

await runScript({ usage: 'npm test -- [flags]', summary, flags }, (line) =>
  runAllTests({
    changedSince: getFlag(line, 'since') ?? (line.flags.changed === true ? 'HEAD' : null),
    hasCoverage: line.flags.coverage === true,
  }),
)
