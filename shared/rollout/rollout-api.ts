import * as v from 'valibot'
import { ReleaseRecordSchema } from '../release/release-record.ts'
import { planNames, RolloutSchema } from './rollout-record.ts'

const { remote } = ReleaseRecordSchema.entries
const Reason = v.pipe(v.string(), v.trim(), v.minLength(1, 'expected a reason'), v.maxLength(500))

/** A release of a remote: its version, or `<version>-<hash8>`. */
const To = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

/** Shape of the body of `POST /-/rollouts`; the answer is a rollout. */
export const StartRolloutSchema = v.strictObject({
  remote,
  to: To,
  plan: v.picklist(planNames),
  /** Start a release again that was taken back; wants a reason. */
  force: v.optional(v.boolean(), false),
  reason: v.optional(Reason),
})

/** Shape of the body of `POST /-/rollouts/{id}/advance|pause|resume|cancel`; the answer is a rollout. */
export const StepRolloutSchema = v.strictObject({ reason: v.optional(Reason) })

/** Shape of the body of `POST /-/rollouts/{id}/rollback`, `/-/remotes/{remote}/off|on|freeze|unfreeze`. */
export const ReasonSchema = v.strictObject({ reason: Reason })

/** Shape of the body of `POST /-/remotes/{remote}/rollback`: without `to` the running rollout, else the release before. */
export const RollBackRemoteSchema = v.strictObject({ to: v.optional(To), reason: Reason })

/** Shape of the answer of `GET /-/rollouts`, newest first. */
export const RolloutsSchema = v.object({ rollouts: v.array(RolloutSchema) })

/** Shape of what every call on a remote answers. */
export const RemoteStateSchema = v.object({
  remote,
  stable: v.nullable(v.string()),
  fallback: v.nullable(v.string()),
  off: v.nullable(v.string()),
  frozen: v.nullable(v.string()),
  /** Revision of the document that shows it. */
  revision: v.number(),
  /** Why the call has changed nothing, and what would; null: it has done what it says. */
  note: v.nullable(v.string()),
})

/** What every call on a remote answers. */
export type RemoteState = v.InferOutput<typeof RemoteStateSchema>

/**
 * Shape of the body of `POST /-/previews`; without `version` the link makes a tester: of each canary of the remote. With
 * `from` it shows what the site's own machine serves there, such as `http://localhost:3001/`.
 */
export const CreatePreviewSchema = v.pipe(
  v.strictObject({ remote, version: v.optional(To), from: v.optional(v.string()) }),
  v.check(
    ({ version, from }) => version === undefined || from === undefined,
    'expected a version or from, not both',
  ),
)

/** Shape of the answer of `POST /-/previews`. */
export const PreviewSchema = v.object({ url: v.string(), expiresAt: v.number() })

/** Shape of an event of the audit chain. */
const EventSchema = v.object({
  seq: v.number(),
  at: v.number(),
  /** Name of the token, or `site` for what the site decided itself. */
  by: v.string(),
  /** Such as `publish`, `rollout.start`, `rollout.advance`, `remote.off`. */
  what: v.string(),
  remote: v.nullable(v.string()),
  rollout: v.nullable(v.string()),
  before: v.unknown(),
  after: v.unknown(),
  reason: v.nullable(v.string()),
  /** Revision of the document that the event made; null: none. */
  revision: v.nullable(v.number()),
  /** Hash of the event before; 64 zeros for the first. */
  previous: v.string(),
  hash: v.string(),
})

/** An event of the audit chain. */
export type AuditEvent = v.InferOutput<typeof EventSchema>

/** Shape of the answer of `GET /-/events?since=<seq>&limit=<n>`, oldest first; `last` is the newest there is. */
export const EventsSchema = v.object({ events: v.array(EventSchema), last: v.number() })
