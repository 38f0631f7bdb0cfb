import { main } from '../system/run-command.ts'
import { runSoakTests } from './run-soak-tests.ts'

await main(() => runSoakTests(process.argv.slice(2)))
