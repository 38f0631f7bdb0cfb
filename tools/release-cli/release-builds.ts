#!/usr/bin/env node
import { join } from 'node:path'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import { runProgram } from '@portico/protocol/command-line/run-program.ts'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'
import { supportPromises } from '../system/support-promises.ts'
import { watchAncestors } from '../system/watch-ancestors.js'
import type { Project } from './command.ts'
import { commands } from './commands.ts'
import { mcp } from './mcp-command.ts'
import { createReleaseProgram } from './release-program.ts'

// `portico` of the package @portico/cli: the release commands for what other tools have built.
supportPromises()
watchAncestors(() => process.kill(process.pid, 'SIGTERM')) // a SIGTERM to npx ends only its shell

const folderExpected = 'Name the folder of the build: --folder dist/.'

const project: Project = {
  listRemotes: () => [],
  build: () => Promise.reject(new UsageError(folderExpected)),
  checkSources: () => Promise.reject(new UsageError(folderExpected)),
  readPageScripts() {
    throw new UsageError('A shell is checked in the repository that builds it.')
  },
}

const program = createReleaseProgram({
  name: 'npx --no-install portico',
  summary: 'Publishes built remotes and rolls them out.',
  commands: { ...commands, mcp },
  project,
  environment: process.env,
  version: () =>
    readJson(join(import.meta.dirname, '../package.json'), v.object({ version: v.string() })).version,
  notes: ['Set RELEASE_URL to the address of the site and RELEASE_TOKEN to your token.'],
})

process.exitCode = await runProgram(program, process.argv.slice(2), {
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
