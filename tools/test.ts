import { main } from './command/run-command.ts'
import { testAll } from './test/test-all.ts'

await main(testAll)
