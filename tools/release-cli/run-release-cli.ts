import { formatFields } from '../system/format-fields.ts'
import { type Command, type CommandContext, exitCodes, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { describeFailure } from './describe-failure.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { readSite } from './site-address.ts'
import { createSiteClient } from './site-client.ts'
import { suggest } from './suggest.ts'

/** Where the CLI reads its settings and prints. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints the result, to stdout. */
  readonly print: (text: string) => void
  /** Prints progress and errors, to stderr. */
  readonly printError: (text: string) => void
}

/** Runs `npm run release -- <args>`. Returns the exit code, see `exitCodes`. */
export async function runReleaseCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const isHelp = ['help', '--help', '-h'].some((word) => word === args[0]) || args.includes('--help')
  const [name, ...rest] = isHelp ? args.filter((arg) => !['help', '--help', '-h'].includes(arg)) : args
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === undefined || (isHelp && command !== undefined)) {
    terminal.print(command === undefined ? formatHelp() : formatCommandHelp(command))
    return isHelp ? exitCodes.ok : exitCodes.usage
  }
  let context: CommandContext | null = null
  try {
    if (command === undefined)
      throw new UsageError(
        `Unknown command "${name}".${suggest(name, Object.keys(commands))} ${listCommands()}`,
      )
    context = createContext(command, rest, terminal)
    const { json, text, exitCode = exitCodes.ok } = await command.run(context)
    terminal.print(context.flags.json === true ? JSON.stringify(json, null, 1) : text)
    return exitCode
  } catch (error) {
    terminal.printError(await describeFailure(error, context))
    if (!(error instanceof UsageError)) return exitCodes.failed
    if (command !== undefined) terminal.printError(`Usage: npm run release -- ${command.usage}`)
    return exitCodes.usage
  }
}

function createContext(
  command: Command,
  rest: readonly string[],
  { environment, printError }: Terminal,
): CommandContext {
  return {
    ...parseCommandLine(command, rest),
    progress: printError,
    site() {
      const { address, token } = readSite(environment)
      return createSiteClient(address, token)
    },
  }
}

function formatHelp(): string {
  return [
    'Publishes remotes and rolls them out.',
    '',
    'Usage: npm run release -- <command> [--json]',
    '',
    formatFields(Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)),
    '',
    'Run a command with --help to see its arguments and flags.',
    'Set RELEASE_URL to the address of the site and RELEASE_TOKEN to your token.',
    'Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 invalid release, 4 rolled back,',
    '5 still in progress.',
    'Guide: docs/guides/release-a-remote.md',
  ].join('\n')
}

function formatCommandHelp({ usage, summary, notes = [] }: Command): string {
  const lines = notes.map((note) => `\n  ${note}`)
  return [`npm run release -- ${usage} [--json]\n\n  ${summary}`, ...lines].join('')
}

function listCommands(): string {
  return `Available: ${Object.keys(commands).join(', ')}.`
}
