import { main } from '../system/run-command.ts'
import { runChecks } from './run-checks.ts'

await main(runChecks)
