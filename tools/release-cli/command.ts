import type { ParseArgsOptionsConfig } from 'node:util'
import type { Finding } from '@portico/shared/release/release-api.ts'
import { type PlanName, planNames } from '@portico/shared/rollout/rollout-record.ts'
import { suggest } from '@portico/shared/suggest.ts'
import type { SiteClient } from './site-client.ts'

/** Exit codes, for scripts. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  invalidRelease: 3,
  rolledBack: 4,
  inProgress: 5,
} as const

/** The command line is wrong; the message says what to type. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Where the sources of remotes are, and how they are built and checked: this repository, or one with a single remote. */
export interface Project {
  /** The names of its remotes. */
  listRemotes(): readonly string[]
  /** Builds a remote. Returns the built folder. Throws a UsageError if there is none of this name. */
  build(remote: string, progress: (line: string) => void): Promise<string>
  /** Runs the checks that need sources. */
  checkSources(remote: string): Promise<Finding[]>
}

/** A site that a flag names instead of RELEASE_URL. */
interface OtherSite {
  readonly address: string
  /** The variable with its token; RELEASE_TOKEN if missing. */
  readonly token?: 'RELEASE_FROM_TOKEN'
}

/** What a command runs with. */
export interface CommandContext {
  /** Everything after the command that is not a flag. */
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The client of the site, or of another one. Throws a UsageError when the address or the token is missing. */
  site(other?: OtherSite): SiteClient
  /** The address of the site, for what needs no token, or of another one, normalized. Throws a UsageError. */
  address(other?: string): string
  readonly project: Project
  /** How this program is called, such as `npx --no-install portico`: what people can type. */
  readonly program: string
  /** Prints a progress line to stderr. */
  progress(line: string): void
}

/** The outcome of a command. */
export interface CommandResult {
  /** For `--json`. */
  readonly json: unknown
  /** For people. */
  readonly text: string
  readonly exitCode?: number
}

/** One command. */
export interface Command {
  /** Arguments and flags, as help shows them. */
  readonly usage: string
  readonly summary: string
  /** How many arguments it takes at most; more are an error. */
  readonly maxArguments: number | ((args: readonly string[]) => number)
  /** Further lines of the command's help. */
  readonly notes?: readonly string[]
  readonly flags?: ParseArgsOptionsConfig
  run(context: CommandContext): Promise<CommandResult>
}

/** The argument at `index`. Throws a UsageError that names it when it is missing. */
export function getArgument({ args }: CommandContext, index: number, name: string): string {
  const value = args[index]
  if (value === undefined) throw new UsageError(`Missing argument: ${name}.`)
  return value
}

/** The text of a flag; undefined when it is not set. */
export function getFlag({ flags }: CommandContext, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** The text of a required flag. Throws a UsageError when it is missing or empty. */
export function getRequiredFlag(context: CommandContext, name: string, example: string): string {
  const value = getFlag(context, name)
  if (value === undefined || value.trim() === '') throw new UsageError(`Missing flag: --${name} ${example}.`)
  return value
}

/** The number of a flag. Throws a UsageError when it is not a number or is negative. */
export function getNumberFlag(context: CommandContext, name: string, defaultValue: number): number {
  const text = getFlag(context, name)
  const value = text === undefined ? defaultValue : Number(text)
  if (!Number.isFinite(value) || value < 0)
    throw new UsageError(`--${name} must be a number of 0 or more, got "${text}".`)
  return value
}

/** The plan that `--plan` names. Throws a UsageError that lists the plans. */
export function getPlanFlag(context: CommandContext, defaultPlan?: PlanName): PlanName {
  const text = getFlag(context, 'plan') ?? defaultPlan
  const plan = planNames.find((name) => name === text)
  if (plan !== undefined) return plan
  const got = text === undefined ? '.' : `, got "${text}".${suggest(text, planNames)}`
  throw new UsageError(`--plan must be one of ${planNames.join(', ')}${got}`)
}
