/** Exit codes of every program, for scripts. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  invalidRelease: 3,
  damagedData: 3,
  rolledBack: 4,
  inProgress: 5,
} as const

/** The command line is wrong; the message says what to type. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface Flag {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** What its values look like, with a group for the part to keep: an argument like it probably lacks this flag. */
  readonly shape?: RegExp
  /** Its value is a text: words after it probably lack quotes. */
  readonly isText?: boolean
}

export interface CommandLine {
  /** Everything after the command that is not a flag. */
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

/** What every command runs with. */
export interface CommandContext extends CommandLine {
  /** How this program is called, such as `npx --no-install portico`: what people can type. */
  readonly program: string
  /** Prints a progress line to stderr. */
  progress(line: string): void
}

export interface CommandResult {
  /** For `--json`. */
  readonly json: unknown
  /** For people. */
  readonly text: string
  readonly exitCode?: number
}

export interface CommandSyntax {
  /** How many arguments it takes at most; more are an error. */
  readonly maxArguments: number | ((args: readonly string[]) => number)
  readonly flags?: Readonly<Record<string, Flag>>
}

export interface Command<Context extends CommandContext> extends CommandSyntax {
  /** Arguments and flags, as help shows them. */
  readonly usage: string
  readonly summary: string
  /** Further lines of the command's help. */
  readonly notes?: readonly string[]
  run(context: Context): Promise<CommandResult>
}

/** The argument at `index`. Throws a UsageError that names it when it is missing. */
export function getArgument({ args }: CommandLine, index: number, name: string): string {
  const value = args[index]
  if (value === undefined) throw new UsageError(`Missing argument: ${name}.`)
  return value
}

/** The text of a flag; undefined when it is not set. */
export function getFlag({ flags }: CommandLine, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** The text of a required flag. Throws a UsageError when it is missing or empty. */
export function getRequiredFlag(line: CommandLine, name: string, example: string): string {
  const value = getFlag(line, name)
  if (value === undefined || value.trim() === '') throw new UsageError(`Missing flag: --${name} ${example}.`)
  return value
}

/** The number of a flag. Throws a UsageError when it is not a number or is negative. */
export function getNumberFlag(line: CommandLine, name: string, defaultValue: number): number {
  const text = getFlag(line, name)
  const value = text === undefined ? defaultValue : Number(text)
  if (!Number.isFinite(value) || value < 0)
    throw new UsageError(`--${name} must be a number of 0 or more, got "${text}".`)
  return value
}
