import { readPackage } from '../build/read-sources.ts'
import { root } from '../system/run-command.ts'
import { commands } from './commands.ts'
import { repositoryProject } from './repository-project.ts'
import { type Program, runProgram, type Terminal } from './run-program.ts'

const program: Program = {
  name: 'npm run release --',
  summary: 'Publishes remotes and rolls them out.',
  commands,
  project: repositoryProject,
  version: () => readPackage(root, 'shell').version,
  notes: [
    'Set RELEASE_URL to the address of the site and RELEASE_TOKEN to your token.',
    'Guide: docs/guides/release-a-remote.md',
  ],
}

/** Runs `npm run release -- <args>`. Returns the exit code, see `exitCodes`. */
export function runReleaseCli(args: readonly string[], terminal: Terminal): Promise<number> {
  return runProgram(program, args, terminal)
}
