import { runProgram, type Terminal } from '@portico/protocol/command-line/run-program.ts'
import { readPackage } from '../build/read-sources.ts'
import { root } from '../system/run-command.ts'
import type { CommandContext } from './command.ts'
import { commands } from './commands.ts'
import { mcp } from './mcp-command.ts'
import { createReleaseProgram } from './release-program.ts'
import { repositoryProject } from './repository-project.ts'

/** Runs `npm run release -- <args>`. Returns the exit code, see `exitCodes`. */
export function runReleaseCli(
  args: readonly string[],
  { environment, ...terminal }: Terminal & Pick<CommandContext, 'environment'>,
): Promise<number> {
  const program = createReleaseProgram({
    name: 'npm run release --',
    summary: 'Publishes remotes and rolls them out.',
    commands: { ...commands, mcp }, // not part of the kit, whose users would install its library
    project: repositoryProject,
    environment,
    version: () => readPackage(root, '.').version,
    notes: [
      'Set RELEASE_URL to the address of the site and RELEASE_TOKEN to your token.',
      'Guide: docs/guides/release-a-remote.md',
    ],
  })
  return runProgram(program, args, terminal)
}
