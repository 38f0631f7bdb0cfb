import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Command, type CommandContext, exitCodes, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { createSiteClient } from './site-client.ts'

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
  const [name, ...rest] = args
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  const isHelp = name === undefined || name === 'help' || rest.includes('--help') || args.includes('-h')
  if (isHelp || name === '--help') {
    terminal.print(command === undefined ? formatHelp() : formatCommandHelp(command))
    return name === undefined ? exitCodes.usage : exitCodes.ok
  }
  try {
    if (command === undefined) throw new UsageError(`Unknown command "${name}". ${listCommands()}`)
    const { context, isJson } = createContext(command, rest, terminal)
    const { json, text, exitCode = exitCodes.ok } = await command.run(context)
    terminal.print(isJson ? JSON.stringify(json, null, 1) : text)
    return exitCode
  } catch (error) {
    terminal.printError(error instanceof Error ? error.message : String(error))
    if (!(error instanceof UsageError)) return exitCodes.failed
    if (command !== undefined) terminal.printError(`Usage: npm run release -- ${command.usage}`)
    return exitCodes.usage
  }
}

const commonFlags = { json: { type: 'boolean' } } as const satisfies ParseArgsOptionsConfig

function createContext(command: Command, args: string[], { environment, printError }: Terminal) {
  const { values, positionals } = parseCommandLine(command, args)
  const flags: Record<string, string | boolean | undefined> = {}
  for (const [flag, value] of Object.entries(values)) if (!Array.isArray(value)) flags[flag] = value
  const context: CommandContext = {
    args: positionals,
    flags,
    progress: printError,
    site() {
      const { RELEASE_URL: address, RELEASE_TOKEN: token } = environment
      if (!address || !URL.canParse(address))
        throw new UsageError('Set RELEASE_URL to the address of the site, for example https://ada.example.')
      if (!token)
        throw new UsageError(
          'Set RELEASE_TOKEN to your token. The operator of the site can create one for you.',
        )
      return createSiteClient(address, token)
    },
  }
  return { context, isJson: flags.json === true }
}

function parseCommandLine(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: { ...commonFlags, ...command.flags }, allowPositionals: true })
  } catch (cause) {
    const [sentence = ''] = String(cause instanceof Error ? cause.message : cause).split('. ')
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`, { cause }) // Node adds advice on unusual arguments.
  }
}

function formatHelp(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    'Publishes remotes and rolls them out.',
    '',
    'Usage: npm run release -- <command> [--json]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Run a command with --help to see its arguments and flags.',
    'Set RELEASE_URL to the address of the site and RELEASE_TOKEN to your token.',
    'Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 invalid release, 4 rolled back, 5 still in progress.',
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
