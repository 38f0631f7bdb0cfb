import { basename } from 'node:path'
import { runDataCli } from './run-data-cli.ts'

// Ctrl+C and a supervisor's signal end a command between two files; what it has written is removed.
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stopping.abort(new Error(`Stopped by ${signal}. Nothing was changed.`)))

const programs: Readonly<Record<string, string>> = {
  'portico.js': 'node portico.js data',
  'portico-plane': 'portico-plane data',
}

process.exitCode = await runDataCli(process.argv.slice(2), {
  program: programs[basename(process.argv[1] ?? '')] ?? 'npm run data --',
  environment: process.env,
  folder: process.cwd(),
  callerFolder: process.env.INIT_CWD ?? process.cwd(),
  signal: stopping.signal,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
