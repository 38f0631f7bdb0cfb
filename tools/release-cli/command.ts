import type { ParseArgsOptionsConfig } from 'node:util'
import type { SiteCalls } from './site-client.ts'

/** How the command ends; a script can go by it. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  gateFailed: 3,
  rolledBack: 4,
  notEnoughData: 5,
} as const

/** What was typed cannot be done; the message says what to type. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What a verb is called with. */
export interface VerbCall {
  /** What stands after the verb and is no flag. */
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** The calls of the site. Throws a UsageError where the address or the token is not set. */
  site(): SiteCalls
  /** Shows one line to who looks; not a part of the answer. */
  progress(line: string): void
}

/** What a verb answers. */
export interface VerbAnswer {
  /** For `--json`. */
  readonly json: unknown
  /** For who looks. */
  readonly text: string
  readonly exitCode?: number
}

/** One verb of the command. */
export interface Verb {
  /** Words and flags, as help shows them. */
  readonly usage: string
  readonly about: string
  /** What its words and flags mean, each a line of its help. */
  readonly notes?: readonly string[]
  readonly flags?: ParseArgsOptionsConfig
  run(call: VerbCall): Promise<VerbAnswer>
}

/** The word at a place. Throws a UsageError that names what is missing. */
export function wordAt({ words }: VerbCall, at: number, name: string): string {
  const word = words[at]
  if (word === undefined) throw new UsageError(`Expected ${name}.`)
  return word
}

/** The text of a flag; undefined: it was not given. */
export function flagOf({ flags }: VerbCall, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** The text of a flag that has to be given. */
export function requiredFlag(call: VerbCall, name: string, example: string): string {
  const value = flagOf(call, name)
  if (value === undefined || value.trim() === '') throw new UsageError(`Expected --${name} ${example}.`)
  return value
}

/** The number of a flag. Throws a UsageError where it is none, or below 0. */
export function numberFlag(call: VerbCall, name: string, byDefault: number): number {
  const text = flagOf(call, name)
  const value = text === undefined ? byDefault : Number(text)
  if (!Number.isFinite(value) || value < 0)
    throw new UsageError(`Expected --${name} with a number of 0 or more, got "${text}".`)
  return value
}
