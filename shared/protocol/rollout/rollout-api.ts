import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import { RolloutStepsSchema } from '@portico/kit/contract/rollout-steps.ts'
import * as v from 'valibot'
import { ShareSchema } from '../discovery/discovery-document.ts'
import { DevSessionSchema } from '../release/dev-release.ts'
import { planNames, RolloutSchema } from './rollout-record.ts'

const remote = AppNameSchema
// It is shown to others in terminals, chats and emails: one line, without characters that control or reverse what is shown.
const Reason = v.pipe(
  v.string(),
  v.transform((reason) => reason.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')),
  v.trim(),
  v.minLength(1, 'expected a reason'),
  v.maxLength(500, 'expected at most 500 characters'),
)

/** A release of a remote: its version, or `<version>-<hash8>`. */
const To = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

/** Body of `POST /-/rollouts`; the response is a rollout. */
export const StartRolloutSchema = v.strictObject({
  remote,
  to: To,
  /** Missing: the plan in the release's manifest. */
  plan: v.optional(v.picklist(planNames)),
  steps: v.optional(RolloutStepsSchema),
  /** Starts a release that was rolled back; requires a reason. */
  force: v.optional(v.boolean(), false),
  reason: v.optional(Reason),
})

/** Body of `POST /-/rollouts/{id}/pause|resume|cancel`; the response is a rollout. */
export const StepRolloutSchema = v.strictObject({ reason: v.optional(Reason) })

/** Body of `POST /-/rollouts/{id}/advance`: to the next step, or to a larger share in basis points, which requires a reason. */
export const AdvanceRolloutSchema = v.strictObject({
  to: v.optional(ShareSchema),
  reason: v.optional(Reason),
})

/** Body of `POST /-/rollouts/{id}/plan`; without a plan, that in the release's manifest. The response is a rollout. */
export const ChangePlanSchema = v.strictObject({
  plan: v.optional(v.picklist(planNames.filter((name) => name !== 'now'))),
  steps: v.optional(RolloutStepsSchema),
  reason: Reason,
})

/** Body of `POST /-/rollouts/{id}/rollback` and `/-/remotes/{remote}/off|on|freeze|unfreeze`. */
export const ReasonSchema = v.strictObject({ reason: Reason })

/** Body of `POST /-/remotes/{remote}/rollback`; without `to`, the running rollout or else to the previous release. */
export const RollBackRemoteSchema = v.strictObject({ to: v.optional(To), reason: Reason })

/** Response of `GET /-/rollouts`, newest first. */
export const RolloutsSchema = v.object({ rollouts: v.array(RolloutSchema) })

/** Response of every request on a remote. */
export const RemoteStateSchema = v.object({
  remote,
  stable: v.nullable(v.string()),
  fallback: v.nullable(v.string()),
  off: v.nullable(v.string()),
  frozen: v.nullable(v.string()),
  /** The revision of the discovery document with the change. */
  revision: v.number(),
  /** Why the request changed nothing, and what would; null: it took effect. */
  note: v.nullable(v.string()),
})

/** Response of `GET /-/remotes`, in alphabetical order. */
export const RemotesSchema = v.object({ remotes: v.array(RemoteStateSchema) })

export type RemoteState = v.InferOutput<typeof RemoteStateSchema>

/**
 * Body of `POST /-/previews`. Without `version`, the link makes a tester of every canary of the remote. With `session`, it
 * shows the newest build of that development session.
 */
export const CreatePreviewSchema = v.pipe(
  v.strictObject({
    remote,
    version: v.optional(To),
    session: v.optional(DevSessionSchema),
  }),
  v.check(
    ({ version, session }) => version === undefined || session === undefined,
    'expected only one of version and session',
  ),
)

/** Response of `POST /-/previews`. */
export const PreviewSchema = v.object({ url: v.string(), expiresAt: v.number() })

/** Schema of an event of the audit chain. */
const EventSchema = v.object({
  seq: v.number(),
  at: v.number(),
  /** Name of the token, or one of `systemActors`. */
  by: v.string(),
  /** Such as `publish`, `rollout.start`, `rollout.advance`, `remote.off`. */
  what: v.string(),
  remote: v.nullable(v.string()),
  rollout: v.nullable(v.string()),
  before: v.unknown(),
  after: v.unknown(),
  reason: v.nullable(v.string()),
  /** The revision of the discovery document that the event created; null: none. */
  revision: v.nullable(v.number()),
  /** Hash of the previous event; 64 zeros for the first. */
  previous: v.string(),
  hash: v.string(),
  /** Ed25519 signature of the hash in base64url, see `getEventMessage`; null: from the time before signatures. */
  signature: v.nullable(v.string()),
})

export type AuditEvent = v.InferOutput<typeof EventSchema>

/** Response of `GET /-/events?since=<seq>&limit=<n>`, oldest first; `last` is the newest of all. */
export const EventsSchema = v.object({ events: v.array(EventSchema), last: v.number() })

/**
 * Response of `GET /-/events/head`: the newest event that the site has recorded outside its database, signed. An event
 * with the number 0 stands for an empty log.
 */
export const AuditHeadSchema = v.object({
  seq: v.number(),
  hash: v.string(),
  /** When the site stated it. */
  at: v.number(),
  /** The site's public key, Ed25519 in base64url. */
  key: v.string(),
  /** See `getHeadMessage`. */
  signature: v.string(),
})

export type AuditHead = v.InferOutput<typeof AuditHeadSchema>
