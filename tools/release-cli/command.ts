import type {
  Command as AnyCommand,
  CommandContext as AnyContext,
} from '@portico/protocol/command-line/command.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { SiteClient } from './site-client.ts'

/** Code that the checks of a page run in it. */
export interface PageScripts {
  readonly axe: string
  /** The module that finds leaks, as JavaScript. */
  readonly detector: string
}

/** Where the sources of remotes are, and how they are built and checked: this repository, or one with a single remote. */
export interface Project {
  /** The names of its remotes. */
  listRemotes(): readonly string[]
  /** Builds a remote. Returns the built folder. Throws a UsageError if there is none of this name. */
  build(remote: string, progress: (line: string) => void): Promise<string>
  /** Runs the checks that need sources. */
  checkSources(remote: string): Promise<Finding[]>
  readPageScripts(): PageScripts
}

/** A site that a flag names instead of RELEASE_URL. */
interface OtherSite {
  readonly address: string
  /** The variable with its token; RELEASE_TOKEN if missing. */
  readonly token?: 'RELEASE_FROM_TOKEN'
}

/** What a command runs with. */
export interface CommandContext extends AnyContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The client of the site, or of another one. Throws a UsageError when the address or the token is missing. */
  site(other?: OtherSite): SiteClient
  /** The address of the site, for what needs no token, or of another one, normalized. Throws a UsageError. */
  address(other?: string): string
  readonly project: Project
}

/** One command. */
export type Command = AnyCommand<CommandContext>

/** Flag of the commands whose reason the audit log records. */
export const reasonFlag = { reason: { type: 'string', isText: true } } as const

/** Flag of the commands that need a plan. */
export const planFlag = {
  plan: { type: 'string', shape: /^(?:low|mid|standard|now)$/ },
} as const
