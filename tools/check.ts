import { check } from './check/check.ts'
import { main } from './command/run-command.ts'

await main(check)
