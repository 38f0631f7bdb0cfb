import { main, runCommand } from '../system/run-command.ts'

await main(async () => {
  await runCommand('rsbuild', ['build', ...process.argv.slice(2)])
})
