import { parseArgs } from 'node:util'
import { suggest } from '@portico/protocol/suggest.ts'
import { buildContent } from '../build/build-content.ts'
import { consoleName } from '../build/create-console-environment.ts'
import { contentOutput } from '../build/ensure-built.ts'
import { packKit } from '../kit/pack/pack-kit.ts'
import { repositoryProject } from '../release-cli/repository-project.ts'
import { main, root, runCommand } from '../system/run-command.ts'

await main(async () => {
  const args = process.argv.slice(2)
  requireApp(args)
  await runCommand('rsbuild', ['build', ...args])
  if (args.length > 0) return
  await buildContent({ root, output: contentOutput })
  await packKit()
})

/** Throws an error with the names of the apps if the arguments name another one, or one without its flag. */
function requireApp(args: readonly string[]): void {
  const [first] = args
  if (first !== undefined && !first.startsWith('-'))
    throw new Error(`Expected --environment <remote> or nothing, got "${first}".`)
  const { values } = parseArgs({
    args: [...args],
    options: { environment: { type: 'string', multiple: true } },
    strict: false,
  })
  const names = ['shell', ...repositoryProject.listRemotes(), consoleName]
  const given = (values.environment ?? []).flatMap((name) => String(name).split(','))
  const unknown = given.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `--environment must be one of ${names.join(', ')}, got "${unknown}".${suggest(unknown, names)}`,
    )
}
