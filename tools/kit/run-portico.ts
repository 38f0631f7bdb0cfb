import { exitCodes } from '@portico/protocol/command-line/command.ts'
import { runProgram } from '@portico/protocol/command-line/run-program.ts'
import { createReleaseProgram } from '../release-cli/release-program.ts'
import { watchAncestors } from '../system/watch-ancestors.js'
import { commands } from './commands.ts'
import { createKitProject } from './kit-project.ts'
import { findRemoteAbove, nameRemote, readRemoteName, withOptionalRemote } from './name-remote.ts'
import { supportOlderNode } from './older-node.ts'
import { nameSite, readKit } from './read-kit.ts'

supportOlderNode()
watchAncestors(() => process.kill(process.pid, 'SIGTERM')) // a SIGTERM to npx ends only its shell

const root = process.cwd()
const args = process.argv.slice(2)
const program = createReleaseProgram({
  name: 'npx --no-install portico',
  summary: 'Develops, tests and releases the remote in this folder.',
  commands: readRemoteName(root) === undefined ? commands : withOptionalRemote(commands),
  project: createKitProject(root),
  environment: nameSite(process.env, root),
  version: () => readKit().id,
  notes: [
    'You can omit the remote’s name. Set RELEASE_TOKEN to your token, and RELEASE_URL to the',
    'address of the site if the kit was not installed from it.',
  ],
})

const above = args[0] === 'create' ? undefined : findRemoteAbove(root)
if (above === undefined)
  process.exitCode = await runProgram(program, nameRemote(args, { commands, root }), {
    print: (text) => console.log(text),
    printError: (text) => console.error(text),
  })
else {
  console.error(`The remote is in ${above}. Run this there, not in ${root}.`)
  process.exitCode = exitCodes.usage
}
