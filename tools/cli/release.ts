import { runRelease } from '../release-cli/run-release-cli.ts'

process.exitCode = await runRelease(process.argv.slice(2), {
  environment: process.env,
  print: (text) => console.log(text),
  printAside: (text) => console.error(text),
})
