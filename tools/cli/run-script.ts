import { type CommandLine, exitCodes, type Flag, UsageError } from '@portico/protocol/command-line/command.ts'
import { parseCommandLine } from '@portico/protocol/command-line/parse-command-line.ts'
import { main } from '../system/run-command.ts'

interface Script {
  /** How it is called, such as `npm run check`. */
  readonly usage: string
  /** What it does, its flags, and what to use instead of arguments. */
  readonly summary: string
  readonly flags?: Readonly<Record<string, Flag>>
}

/** Runs an npm script that takes flags alone, or shows its help. */
export async function runScript(
  { usage, summary, flags = {} }: Script,
  run: (line: CommandLine) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2)
  const help = `Usage: ${usage}\n\n${summary}`
  let line: CommandLine
  try {
    if (args.includes('--help') || args.includes('-h')) return console.log(help)
    line = parseCommandLine({ maxArguments: 0, flags }, args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\n${help}`)
    process.exitCode = exitCodes.usage
    return
  }
  await main(() => run(line))
}
