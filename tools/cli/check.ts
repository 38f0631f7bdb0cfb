import { main } from '../system/run-command.ts'
import { requireNoArguments } from './require-no-arguments.ts'
import { runChecks } from './run-checks.ts'

await main(() => {
  requireNoArguments('It checks everything.')
  return runChecks()
})
