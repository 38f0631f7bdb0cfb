import { runReleaseCli } from '../release-cli/run-release-cli.ts'

process.exitCode = await runReleaseCli(process.argv.slice(2), {
  environment: process.env,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
