import { parseArgs } from 'node:util'
import { describeParseError } from '@portico/shared/describe-parse-error.ts'
import { describeUnknownCommand } from '@portico/shared/describe-unknown-command.ts'
import { ConfigurationError } from '../configuration/configuration.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { changeFileOwner } from './change-file-owner.ts'
import { type CommandName, commands, formatCommandHelp, formatHelp, isCommandName } from './commands.ts'
import { DamagedDataError } from './data-error.ts'
import { findDataDir } from './read-site-configuration.ts'
import { type CommandOutcome, runCommand } from './run-command.ts'
import type { Terminal } from './terminal.ts'

/** Exit codes, for scripts; those of the release CLI. */
const exitCodes = { ok: 0, failed: 1, usage: 2, damaged: 3 } as const

/** Runs the data commands. Returns the exit code. */
export async function runDataCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help'
  const [name, ...rest] = args.filter((arg) => !['help', '--help', '-h'].includes(arg))
  if (!isCommandName(name)) {
    if (name === undefined) terminal.print(formatHelp(terminal.program))
    else terminal.printError(describeUnknownCommand(name, terminal.program, Object.keys(commands)))
    return isHelp && name === undefined ? exitCodes.ok : exitCodes.usage
  }
  if (isHelp) {
    terminal.print(formatCommandHelp(terminal.program, name))
    return exitCodes.ok
  }
  const parsed = parse(name, rest)
  if (typeof parsed === 'string') {
    terminal.printError(`${parsed}\nUsage: ${terminal.program} ${commands[name].usage}`)
    return exitCodes.usage
  }
  try {
    const outcome = await runCommand(name, parsed, terminal).finally(() =>
      changeFileOwner(findDataDir(terminal)),
    )
    terminal.print(parsed.flags.json === true ? JSON.stringify(outcome.json, null, 1) : outcome.text)
    return getExitCode(outcome)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    terminal.printError(
      isDiskFull(error)
        ? `The disk is full: ${message}. The database is unchanged, and no incomplete file is left. Free some space or choose another location, then try again.`
        : message,
    )
    if (error instanceof ConfigurationError) return exitCodes.usage
    return error instanceof DamagedDataError ? exitCodes.damaged : exitCodes.failed
  }
}

function getExitCode({ isDamaged = false }: CommandOutcome): number {
  return isDamaged ? exitCodes.damaged : exitCodes.ok
}

/** The parsed command line; a string: what is wrong with it. */
function parse(name: CommandName, args: readonly string[]) {
  const [min, max] = commands[name].args
  const options = { json: { type: 'boolean' }, ...commands[name].flags } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length < min) return 'Missing argument: <file>.'
    if (positionals.length > max) return `Unexpected argument "${positionals.slice(max).join(' ')}".`
    return { args: positionals, flags: values as Readonly<Record<string, string | boolean | undefined>> }
  } catch (error) {
    return describeParseError(error, Object.keys(options))
  }
}
