import { resolve } from 'node:path'
import {
  type Command,
  type CommandContext,
  type CommandLine,
  getArgument,
  getFlag,
} from '@portico/protocol/command-line/command.ts'
import type { SiteEnvironment } from './read-site-configuration.ts'

export interface DataContext extends CommandContext, SiteEnvironment {
  /** Relative file names in arguments are resolved against it. */
  readonly callerFolder: string
  readonly signal?: AbortSignal | undefined
}

export interface Running {
  /** Called with each step, in words. */
  readonly onProgress?: (line: string) => void | Promise<void>
  /** Ends it: an incomplete file is removed, and a database stays as it is then. */
  readonly signal?: AbortSignal | undefined
}

export type DataCommand = Command<DataContext>

export const keyFlag = { key: { type: 'string' } } as const
export const keyNote =
  '--key <key>          also trusts this key for the audit log; several with commas, if SITE_SECRET has changed'

/** The keys that `--key` names. */
export function getKeys(line: CommandLine): readonly string[] {
  const keys = getFlag(line, 'key')?.split(',') ?? []
  return keys.map((key) => key.trim())
}

/** The path of the backup that the first argument names. Throws a UsageError without one. */
export function getFile(context: DataContext): string {
  return resolve(context.callerFolder, getArgument(context, 0, 'the file of a backup'))
}
