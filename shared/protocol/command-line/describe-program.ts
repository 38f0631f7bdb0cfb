import { suggest } from '../suggest.ts'
import { type Command, type CommandResult, exitCodes } from './command.ts'
import { formatFields } from './format-fields.ts'

type DescribedCommand = Pick<Command<never>, 'usage' | 'summary' | 'notes'>

export interface DescribedProgram {
  /** How it is called, such as `npm run release --`. */
  readonly name: string
  readonly summary: string
  readonly commands: Readonly<Record<string, DescribedCommand>>
  /** Last lines of its help. */
  readonly notes: readonly string[]
  /** What its exit codes mean, except those of every program. */
  readonly exits: Readonly<Partial<Record<keyof typeof exitCodes, string>>>
}

/** Help for a program. */
export function describeProgram({ name, summary, commands, notes, exits }: DescribedProgram): CommandResult {
  const list = Object.entries(commands).map(([command, { usage, summary }]) => ({ command, usage, summary }))
  const meanings = new Map(Object.entries({ ok: 'done', failed: 'failed', usage: 'wrong usage', ...exits }))
  const codes = Object.entries(exitCodes).filter(([exit]) => meanings.has(exit))
  const lines = [
    summary,
    '',
    `Usage: ${name} <command> [--json]`,
    '',
    formatFields(list.map(({ command, summary }) => [command, summary])),
    '',
    'Run a command with --help to see its arguments and flags.',
    ...notes,
    'Exit codes:',
    formatFields(codes.map(([exit, code]) => [String(code), meanings.get(exit) ?? ''])),
  ]
  return {
    json: { program: name, summary, commands: list, exitCodes: Object.fromEntries(codes) },
    text: lines.join('\n'),
  }
}

/** Help for one command of a program. */
export function describeCommand(
  { name }: DescribedProgram,
  { usage, summary, notes = [] }: DescribedCommand,
): CommandResult {
  const lines = notes.length === 0 ? [] : ['', ...notes.map((note) => `  ${note}`)]
  return {
    json: { program: name, usage, summary, notes },
    text: [`${name} ${usage} [--json]`, '', `  ${summary}`, ...lines].join('\n'),
  }
}

/** The error for a command that a program doesn't have. */
export function describeUnknown({ name, commands }: DescribedProgram, given: string): string {
  return `Unknown command "${given}".${suggest(given, Object.keys(commands))} \`${name} help\` lists all commands.`
}
