import { main } from './command/run-command.ts'
import { develop } from './dev/develop.ts'

await main(develop)
