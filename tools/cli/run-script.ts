import { exitCodes, UsageError } from '@portico/shared/command-line/command.ts'
import { parseCommandLine } from '@portico/shared/command-line/parse-command-line.ts'
import { main } from '../system/run-command.ts'

interface Script {
  /** How it is called, such as `npm run check`. */
  readonly usage: string
  /** What it does, and what to use instead of arguments. */
  readonly summary: string
}

/** Runs an npm script that takes no arguments, or shows its help. */
export async function runScript({ usage, summary }: Script, run: () => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  const help = `Usage: ${usage}\n\n${summary}`
  try {
    if (args.includes('--help') || args.includes('-h')) return console.log(help)
    parseCommandLine({ maxArguments: 0 }, args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`${error.message}\n${help}`)
    process.exitCode = exitCodes.usage
    return
  }
  await main(run)
}
