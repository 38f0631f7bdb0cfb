#!/usr/bin/env node
import { type Program, runProgram } from '../release-cli/run-program.ts'
import { commands } from './commands.ts'
import { createKitProject } from './kit-project.ts'
import { nameRemote, readRemoteName, withOptionalRemote } from './name-remote.ts'
import { supportOlderNode } from './older-node.ts'
import { findSiteOrigin, readKit } from './read-kit.ts'

supportOlderNode()

const root = process.cwd()
const program: Program = {
  name: 'npx --no-install portico',
  summary: 'Develops, tests and releases the remote in this folder.',
  commands: readRemoteName(root) === undefined ? commands : withOptionalRemote(commands),
  project: createKitProject(root),
  version: () => readKit().id,
  notes: [
    'You can omit the remote’s name. Set RELEASE_TOKEN to your token, and RELEASE_URL to the',
    'address of the site if the kit was not installed from it.',
  ],
}

process.exitCode = await runProgram(program, nameRemote(process.argv.slice(2), { commands, root }), {
  environment: { ...process.env, RELEASE_URL: process.env.RELEASE_URL ?? findSiteOrigin(root) },
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
