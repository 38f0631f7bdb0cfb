import { relative } from 'node:path'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Command } from '../release-cli/command.ts'

/** `build`: builds the remote as every command that needs a build does. */
export const build: Command = {
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
