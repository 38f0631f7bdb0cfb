import { runChecks } from './run-checks.ts'
import { runScript } from './run-script.ts'

const summary = 'Checks formatting, lint, import boundaries, cycles, types and dead code, everywhere.'

await runScript({ usage: 'npm run check', summary }, () => runChecks())
