import { relative } from 'node:path'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Command } from '../release-cli/command.ts'
import { commands as releaseCommands } from '../release-cli/commands.ts'
import { create } from './create-command.ts'
import { dev } from './dev/dev.ts'
import { test } from './test-command.ts'
import { upgrade } from './upgrade-command.ts'

/** `build`: builds the remote as every command that needs a build does. */
const build: Command = {
  usage: 'build',
  summary: 'builds the remote into dist/',
  maxArguments: 0,
  async run({ progress }) {
    const { buildRemote } = await import('./build-remote.ts')
    progress('Building ...')
    const { app, folder } = await buildRemote(process.cwd())
    const release = `${app.name}@${getReleaseId(app)}`
    return { json: { release, folder }, text: `${release} is in ${relative(process.cwd(), folder)}.` }
  },
}

/** Every command of `portico`, in the order of a remote's life. */
export const commands: Readonly<Record<string, Command>> = {
  create,
  dev,
  build,
  test,
  ...releaseCommands,
  upgrade,
}
