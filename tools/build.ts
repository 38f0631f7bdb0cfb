import { main, runCommand } from './command/run-command.ts'

await main(async () => {
  await runCommand('rsbuild', ['build', ...process.argv.slice(2)])
})
