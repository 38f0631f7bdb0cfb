import { packKit } from '../kit/pack/pack-kit.ts'
import { main, runCommand } from '../system/run-command.ts'

await main(async () => {
  const args = process.argv.slice(2)
  await runCommand('rsbuild', ['build', ...args])
  if (args.length === 0) await packKit()
})
