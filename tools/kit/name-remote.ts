import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findWords } from '@portico/protocol/command-line/parse-command-line.ts'
import type { Command } from '../release-cli/command.ts'
import { findSiteOrigin } from './read-kit.ts'

const remoteShape = /^[a-z][a-z0-9-]*$/
const needsRemote = /^(\S+) <remote>/

/** Adds the name of the repository's remote to a command that was called without one. */
export function nameRemote(
  args: readonly string[],
  { commands, root }: { readonly commands: Readonly<Record<string, Command>>; readonly root: string },
): readonly string[] {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || !needsRemote.test(command.usage)) return args
  const remote = readRemoteName(root)
  return remote === undefined || rest[0] === remote || namesRemote(rest, command)
    ? args
    : [name, remote, ...rest]
}

/** Whether there are so many arguments that the first one must be a remote: that of the repository, or another one. */
function namesRemote(rest: readonly string[], { flags = {}, maxArguments }: Command): boolean {
  const options = { ...flags, json: { type: 'boolean' } } as const
  const parsing = { args: [...rest], options, allowPositionals: true, strict: false, tokens: true } as const
  const { positionals, tokens } = parseArgs(parsing)
  if (findWords(tokens, flags).includes(positionals[0] ?? '', 1)) return false // of a reason without quotes
  if (!remoteShape.test(positionals[0] ?? '')) return false // such as a version that belongs into --to
  return positionals.length >= (typeof maxArguments === 'number' ? maxArguments : maxArguments(positionals))
}

/** The commands as help shows them in the repository of a remote, whose name may be left out. */
export function withOptionalRemote(
  commands: Readonly<Record<string, Command>>,
): Readonly<Record<string, Command>> {
  const entries = Object.entries(commands).map(([name, command]): [string, Command] => [
    name,
    { ...command, usage: command.usage.replace(needsRemote, '$1 [<remote>]') },
  ])
  return Object.fromEntries(entries)
}

/** The nearest folder above `folder` that is a repository of a remote; undefined: there is none, or `folder` is one itself. */
export function findRemoteAbove(folder: string): string | undefined {
  if (readRemoteName(folder) !== undefined) return undefined
  const above = dirname(folder)
  if (above === folder) return undefined
  return readRemoteName(above) !== undefined && findSiteOrigin(above) !== undefined
    ? above
    : findRemoteAbove(above)
}

/** The name of the repository's remote; undefined: there is no manifest. Its text, not the module: a command such as `rollback` must not depend on whether the manifest can be loaded. */
export function readRemoteName(root: string): string | undefined {
  const file = join(root, 'manifest.ts')
  if (!existsSync(file)) return undefined
  return /\bname:\s*(['"])([a-z][a-z0-9-]*)\1/.exec(readFileSync(file, 'utf8'))?.[2]
}
