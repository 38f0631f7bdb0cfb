import { describeUnknownCommand } from '@portico/shared/describe-unknown-command.ts'
import { formatFields } from '../system/format-fields.ts'
import { escapeControls, toPrintable } from '../system/printable-text.ts'
import {
  type Command,
  type CommandContext,
  type CommandResult,
  exitCodes,
  type Project,
  UsageError,
} from './command.ts'
import { describeFailure } from './describe-failure.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { readAddress, readToken } from './site-address.ts'
import { createSiteClient } from './site-client.ts'

/** Where the CLI reads its settings and prints. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints the result, to stdout. */
  readonly print: (text: string) => void
  /** Prints progress and errors, to stderr. */
  readonly printError: (text: string) => void
}

/** A program of commands. */
export interface Program {
  /** How it is called, such as `npm run release --`. */
  readonly name: string
  readonly summary: string
  readonly commands: Readonly<Record<string, Command>>
  readonly project: Project
  version(): string
  /** Last lines of its help. */
  readonly notes: readonly string[]
}

const helpWords = ['help', '--help', '-h', '--json']

/** Runs a command of `program`. Returns the exit code, see `exitCodes`. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  given: Terminal,
): Promise<number> {
  const terminal = makeSafe(given)
  const { commands } = program
  if (args[0] === '--version') {
    terminal.print(program.version())
    return exitCodes.ok
  }
  const isHelp = ['help', '--help', '-h'].some((word) => word === args[0]) || args.includes('--help')
  const [name, ...rest] = isHelp ? args.filter((arg) => !helpWords.includes(arg)) : args
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === undefined || (isHelp && command !== undefined)) {
    const { json, text } =
      command === undefined ? describeProgram(program) : describeCommand(program, command)
    terminal.print(isHelp && args.includes('--json') ? formatJson(json) : text)
    return isHelp ? exitCodes.ok : exitCodes.usage
  }
  let context: CommandContext | null = null
  try {
    if (command === undefined)
      throw new UsageError(describeUnknownCommand(name, program.name, Object.keys(commands)))
    context = createContext(command, rest, { ...terminal, ...program })
    const { json, text, exitCode = exitCodes.ok } = await command.run(context)
    terminal.print(context.flags.json === true ? formatJson(json) : text)
    return exitCode
  } catch (error) {
    terminal.printError(nameProgram(await describeFailure(error, context), program))
    if (!(error instanceof UsageError)) return exitCodes.failed
    if (command !== undefined) terminal.printError(`Usage: ${program.name} ${command.usage}`)
    return exitCodes.usage
  }
}

function formatJson(json: unknown): string {
  return escapeControls(JSON.stringify(json, null, 1))
}

/** What is printed comes from the site, and in it from every team: without control characters, it is only text. */
function makeSafe({ environment, print, printError }: Terminal): Terminal {
  return {
    environment,
    print: (text) => print(toPrintable(text)),
    printError: (text) => printError(toPrintable(text)),
  }
}

/** The commands in a text as people can type them: the site doesn't know how they are called here. */
function nameProgram(text: string, { name, commands }: Program): string {
  const parts = text.split('`')
  const isCommand = (part: string, at: number) =>
    at > 0 && at < parts.length - 1 && Object.hasOwn(commands, part.split(' ', 1)[0] ?? '')
  return parts.map((part, at) => (isCommand(part, at) ? `${name} ${part}` : part)).join('`')
}

function createContext(
  command: Command,
  rest: readonly string[],
  { name, environment, printError, project }: Terminal & Program,
): CommandContext {
  return {
    ...parseCommandLine(command, rest),
    environment,
    project,
    program: name,
    progress: printError,
    site(other) {
      const address = readAddress(environment, other?.address)
      return createSiteClient(address, readToken(environment, other?.token))
    },
    address: (other) => readAddress(environment, other),
  }
}

function describeProgram({ name, summary, commands, notes }: Program): CommandResult {
  const list = Object.entries(commands).map(([command, { usage, summary }]) => ({ command, usage, summary }))
  const lines = [
    summary,
    '',
    `Usage: ${name} <command> [--json]`,
    '',
    formatFields(list.map(({ command, summary }) => [command, summary] as const)),
    '',
    'Run a command with --help to see its arguments and flags.',
    ...notes,
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 invalid release or no browser,',
    '4 rolled back, 5 still in progress.',
  ]
  return { json: { program: name, summary, commands: list, exitCodes }, text: lines.join('\n') }
}

function describeCommand({ name }: Program, { usage, summary, notes = [] }: Command): CommandResult {
  const lines = notes.length === 0 ? [] : ['', ...notes.map((note) => `  ${note}`)]
  return {
    json: { program: name, usage, summary, notes },
    text: [`${name} ${usage} [--json]`, '', `  ${summary}`, ...lines].join('\n'),
  }
}
