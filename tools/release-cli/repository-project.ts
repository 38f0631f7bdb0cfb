import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import { suggest } from '@portico/protocol/suggest.ts'
import { CommandFailed, root, runCommand } from '../system/run-command.ts'
import { checkSources } from './check-sources.ts'
import type { PageScripts, Project } from './command.ts'

/** This repository: its remotes are the folders named `remote-*`. */
export const repositoryProject: Project = {
  listRemotes,
  build,
  checkSources: (remote) => checkSources(getFolder(remote)),
  readPageScripts,
}

const getFolder = (app: string) => (app === 'shell' ? app : `remote-${app}`)

async function build(remote: string, progress: (line: string) => void): Promise<string> {
  const folder = getFolder(remote)
  if (!/^[a-z][a-z0-9-]*$/.test(remote) || !existsSync(join(root, folder)))
    throw new UsageError(
      `There is no folder ${folder}.${suggest(remote, listRemotes())} Use --folder to publish an existing build.`,
    )
  if (lstatSync(join(root, folder)).isSymbolicLink())
    throw new UsageError(
      `${folder} is a symbolic link, which the build does not follow. Copy the folder here.`,
    )
  progress(`Building ${remote} ...`)
  const args = ['build', '--environment', remote]
  await runCommand('rsbuild', args, { output: 'return' }).catch((error: unknown) => {
    if (error instanceof CommandFailed) progress(error.output.trimEnd())
    throw describeBuildFailure(error, remote)
  })
  return join(root, 'dist', remote)
}

function listRemotes(): string[] {
  return readdirSync(root)
    .filter((name) => name.startsWith('remote-'))
    .map((name) => name.slice('remote-'.length))
}

function readPageScripts(): PageScripts {
  const read = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8')
  const detector = stripTypeScriptTypes(read('@portico/kit/testing/leak-detector.ts'))
  return { axe: read('axe-core/axe.min.js'), detector }
}

/** The error of a failed build, or a clearer one if the bundler's message hides what to change. */
export function describeBuildFailure(error: unknown, remote: string): unknown {
  if (!(error instanceof CommandFailed)) return error
  const chunk = /chunk name "([^"]+)" is already used by an entrypoint/.exec(error.output)?.[1]
  if (chunk !== remote) return error
  return new UsageError(
    `remote-${remote} has a chunk named "${chunk}", which is the name of the remote's entry. Change the webpackChunkName of that import(), and "chunks" in manifest.ts if it lists it.`,
    { cause: error },
  )
}
