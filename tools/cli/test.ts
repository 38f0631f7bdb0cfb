import { main } from '../system/run-command.ts'
import { requireNoArguments } from './require-no-arguments.ts'
import { runAllTests } from './run-all-tests.ts'

await main(() => {
  requireNoArguments('It runs everything. CONTRIBUTING.md says how to run some of the tests.')
  return runAllTests()
})
