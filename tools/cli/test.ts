import { runAllTests } from './run-all-tests.ts'
import { runScript } from './run-script.ts'

const summary = 'Runs everything. CONTRIBUTING.md says how to run some of the tests.'

await runScript({ usage: 'npm test', summary }, runAllTests)
