import { main } from '../system/run-command.ts'
import { runAllTests } from './run-all-tests.ts'

await main(runAllTests)
