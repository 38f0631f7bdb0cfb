import { buildContent } from '../build/build-content.ts'
import { contentOutput } from '../build/ensure-built.ts'
import { packKit } from '../kit/pack/pack-kit.ts'
import { main, root, runCommand } from '../system/run-command.ts'

await main(async () => {
  const args = process.argv.slice(2)
  await runCommand('rsbuild', ['build', ...args])
  if (args.length > 0) return
  await buildContent({ root, output: contentOutput })
  await packKit()
})
