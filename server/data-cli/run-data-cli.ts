import { exitCodes } from '@portico/protocol/command-line/command.ts'
import {
  type Failure,
  type Program,
  runProgram,
  type Terminal,
} from '@portico/protocol/command-line/run-program.ts'
import { ConfigurationError } from '../configuration/configuration.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { changeFileOwner } from './change-file-owner.ts'
import { backup } from './commands/backup.ts'
import { move } from './commands/move.ts'
import { restore } from './commands/restore.ts'
import { verify } from './commands/verify.ts'
import type { DataCommand, DataContext } from './data-command.ts'
import { DamagedDataError } from './data-error.ts'
import { findDataDir } from './read-site-configuration.ts'

type DataTerminal = Terminal & Omit<DataContext, 'args' | 'flags' | 'progress'>

/** Runs the data commands. Returns the exit code, see `exitCodes`. */
export function runDataCli(
  args: readonly string[],
  { print, printError, ...site }: DataTerminal,
): Promise<number> {
  const program: Program<DataContext> = {
    name: site.program,
    summary: 'Backs up, restores, verifies and moves the data of a site.',
    commands: {
      backup: asFileOwner(backup),
      restore: asFileOwner(restore),
      verify: asFileOwner(verify),
      move: asFileOwner(move),
    },
    notes: [
      'The environment is that of the server: DATA_DIR, DATABASE_URL, RELEASE_STORE, SITE_SECRET.',
      'Guide: docs/guides/back-up-and-move.md',
    ],
    exits: { damagedData: 'damaged data' },
    createContext: (context) => ({ ...site, ...context }),
    describeFailure,
  }
  return runProgram(program, args, { print, printError })
}

/** The same command; what it has written belongs to the owner of the data folder. */
function asFileOwner(command: DataCommand): DataCommand {
  return {
    ...command,
    run: (context) => command.run(context).finally(() => changeFileOwner(findDataDir(context))),
  }
}

async function describeFailure(error: unknown): Promise<Failure> {
  const message = error instanceof Error ? error.message : String(error)
  if (isDiskFull(error))
    return {
      message: `The disk is full: ${message}. The database is unchanged, and no incomplete file is left. Free some space or choose another location, then try again.`,
    }
  if (error instanceof ConfigurationError) return { message, exitCode: exitCodes.usage }
  return { message, exitCode: error instanceof DamagedDataError ? exitCodes.damagedData : exitCodes.failed }
}
