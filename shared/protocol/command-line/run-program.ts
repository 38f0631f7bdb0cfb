import { type Command, type CommandContext, exitCodes, UsageError } from './command.ts'
import {
  type DescribedProgram,
  describeCommand,
  describeProgram,
  describeUnknown,
} from './describe-program.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { escapeControls, toPrintable } from './printable-text.ts'

export interface Terminal {
  /** Prints the result, to stdout. */
  readonly print: (text: string) => void
  /** Prints progress and errors, to stderr. */
  readonly printError: (text: string) => void
}

/** What to print for an error, and the exit code if it isn't `failed`. */
export interface Failure {
  readonly message: string
  readonly exitCode?: number
}

export interface Program<Context extends CommandContext> extends DescribedProgram {
  readonly commands: Readonly<Record<string, Command<Context>>>
  version?(): string
  /** Adds what the commands of this program need. */
  createContext(context: CommandContext): Context
  /** Runs after a command that succeeded. */
  finish?(context: Context): Promise<void>
  /** `context` is null if the command line is wrong. */
  describeFailure(error: unknown, context: Context | null): Promise<Failure>
}

const helpFlags = ['--help', '-h']
const helpWords = ['help', ...helpFlags, '--json']

/** Runs a command of `program`. Returns the exit code, see `exitCodes`. */
export async function runProgram<Context extends CommandContext>(
  program: Program<Context>,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { print, printError } = makeSafe(terminal)
  if (args[0] === '--version' && program.version !== undefined) {
    print(program.version())
    return exitCodes.ok
  }
  const isHelp = args[0] === 'help' || args.some((arg) => helpFlags.includes(arg))
  const [name, ...rest] = isHelp ? args.filter((arg) => !helpWords.includes(arg)) : args
  const command = findCommand(program, name)
  if (name === undefined || (isHelp && command !== undefined)) {
    const { json, text } =
      command === undefined ? describeProgram(program) : describeCommand(program, command)
    print(isHelp && args.includes('--json') ? formatJson(json) : text)
    return isHelp ? exitCodes.ok : exitCodes.usage
  }
  let context: Context | null = null
  try {
    if (command === undefined) throw new UsageError(describeUnknown(program, name))
    const line = parseCommandLine(command, rest)
    context = program.createContext({ ...line, program: program.name, progress: printError })
    const { json, text, exitCode = exitCodes.ok } = await command.run(context)
    const result = line.flags.json === true ? formatJson(json) : text
    if (result !== '') print(result)
    await program.finish?.(context)
    return exitCode
  } catch (error) {
    const { message, exitCode = exitCodes.failed } = await program.describeFailure(error, context)
    printError(message)
    if (!(error instanceof UsageError)) return exitCode
    if (command !== undefined) printError(`Usage: ${program.name} ${command.usage}`)
    return exitCodes.usage
  }
}

function findCommand<Context extends CommandContext>(
  { commands }: Program<Context>,
  name: string | undefined,
): Command<Context> | undefined {
  return name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
}

function formatJson(json: unknown): string {
  return escapeControls(JSON.stringify(json, null, 1))
}

/** What is printed comes from a site or an archive, and in it from every team: without control characters, it is only text. */
function makeSafe({ print, printError }: Terminal): Terminal {
  return {
    print: (text) => print(toPrintable(text)),
    printError: (text) => printError(toPrintable(text)),
  }
}
