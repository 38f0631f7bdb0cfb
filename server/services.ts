import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import type { VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { Theme } from '@portico/protocol/theme.ts'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from './configuration/configuration.ts'
import type { ContentReader } from './configuration/open-content.ts'
import type { Database } from './database/database.ts'
import type { HeaderSink } from './http/direct/answer.ts'
import type { DirectRoutes } from './http/direct/direct-routes.ts'
import type { Html } from './http/html/html.ts'
import type { GetSecurityHeaders } from './http/security-headers/security-headers.ts'
import type { Claims } from './rollouts/load-reports/claims.ts'

/** The discovery document, always at its newest revision. */
export interface Discovery {
  read(): DiscoveryDocument
  /** Checks for a newer revision now. Never rejects. */
  refresh(): Promise<void>
}

/** An email to one visitor. The recipient is an object because a line break in a string would add a second recipient. */
export interface EmailMessage {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Accepts emails immediately and delivers them later. */
export interface Outbox {
  /**
   * Queues an email and returns, so that no request waits for a mail server. Emails that are requested from one block of
   * networks take turns with the others. `requester`: the address of the visitor.
   */
  send(message: EmailMessage, requester: string): void
  /** Delivers an email to the operator now, without retries. Throws an Error whose message names neither recipient nor server. */
  deliver(message: EmailMessage): Promise<void>
  /** Tries to deliver everything that is queued once more, then stops. */
  close(): Promise<void>
}

/** The site's layout around a page of the server's own. */
export interface SiteFrame {
  /** Tags of the document's head: style sheets, fonts and icons. */
  readonly head: Html
  /** The HTML before and after the page. */
  readonly before: Html
  readonly after: Html
}

/** The result of a failed form that the browser itself has sent. */
export interface FormResult {
  /** What was typed, by the field's name, without anything secret. */
  readonly values: Readonly<Record<string, string>>
  /** What is wrong, by the field's name. */
  readonly fields: Readonly<Record<string, string>>
  /** The code of the problem, for which the page may have a text. */
  readonly problem: string
  /** The path to which the form was sent. */
  readonly action: string
}

/** The page of a form. */
export interface RenderedFormPage {
  readonly title: string
  /** Its style sheets. */
  readonly head: Html
  readonly body: Html
  /** Origins to which its forms are redirected. */
  readonly formOrigins: readonly string[]
}

/** Hashes and verifies passwords. */
export interface PasswordAlgorithm {
  hash(password: string): Promise<string>
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/**
 * Who a request's session cookie belongs to; null: nobody is signed in; `unknown`: the database doesn't respond in
 * time.
 */
export type KnownSession = { readonly visitor: SessionRecord | null } | 'unknown'

/** Reads the session of a request: immediately if it is in memory, otherwise with a query, and extends it daily. Never rejects. */
export type ReadSession = (
  request: Pick<FastifyRequest, 'cookies'>,
  reply: HeaderSink,
) => KnownSession | Promise<KnownSession>

/** Reads what the profile pages show of a request's visitor; null: the database doesn’t respond in time, or the session has ended. */
export type ReadProfile = (request: Pick<FastifyRequest, 'cookies'>) => Promise<FormattedProfile | null>

/** What every feature may use. */
export interface Services extends Omit<Database, 'close'> {
  readonly configuration: Configuration
  readonly site: Site
  readonly content: ContentReader
  readonly outbox: Outbox
  /** Replaces scrypt in tests, where its 80 ms of CPU per password add up. No setting reaches it. */
  readonly passwordAlgorithm?: PasswordAlgorithm
  readonly readSession: ReadSession
  readonly direct: DirectRoutes
  readonly getSecurityHeaders: GetSecurityHeaders
  readonly readProfile: ReadProfile
  readonly discovery: Discovery
  /** The site's layout for visitors in a state, in a theme (null: the system's); null while there is none. */
  readonly readFrame: (theme: Theme | null, state: VisitorState) => SiteFrame | null
  /** The page of a form at `address`, with the result; null: visitors in this state don't see it, or it isn't prerendered. */
  readonly renderForm: (
    request: Pick<FastifyRequest, 'cookies' | 'headers' | 'hostname' | 'ip'>,
    form: { readonly address: string; readonly state: VisitorState; readonly result: FormResult },
  ) => Promise<RenderedFormPage | null>
  /** Who counts for rollouts in each network. */
  readonly claims: Claims
  /** Checks that `/-/health/ready` runs: each resolves to null when the server can serve pages, otherwise to the reason it isn't. */
  readonly readiness: (() => Promise<string | null>)[]
  /** The same for optional dependencies, such as the release store: a server without them is ready, but degraded. */
  readonly dependencies: (() => Promise<string | null>)[]
}
