import { CountsSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'

/** Schema of something that happened to a remote or a token, as it is stored until it is delivered. */
export const NotificationSchema = v.object({
  type: v.picklist([
    'rollout.started',
    'rollout.advanced',
    'rollout.plan_changed',
    'rollout.paused',
    'rollout.cancelled',
    'rollout.rolled_back',
    'rollout.completed',
    'rollout.waiting',
    'remote.off',
    'remote.on',
    'remote.frozen',
    'remote.unfrozen',
    'token.expiring',
  ]),
  /** Milliseconds since 1970. */
  at: v.number(),
  /** null: it is about a token, as is `team`. */
  remote: v.nullable(v.string()),
  team: v.nullable(v.string()),
  /** The release that it is about; null: the remote has none yet. */
  release: v.nullable(v.string()),
  /** What visitors outside the rollout get. */
  stable: v.nullable(v.string()),
  /** Name of a token, `site` or `start`. */
  by: v.string(),
  reason: v.nullable(v.string()),
  /** null: no rollout was in progress, such as when a release is rolled back after its rollout has completed. */
  rollout: v.nullable(
    v.object({
      id: v.string(),
      plan: v.string(),
      status: v.string(),
      /** Counted from 1. */
      step: v.number(),
      steps: v.number(),
      /** Basis points; of a rollback, those before it. */
      share: v.number(),
      counts: CountsSchema,
      /** A sentence for each signal that has risen. Missing: it was queued by an older server. */
      signals: v.optional(v.array(v.string()), []),
    }),
  ),
  /** What the rollout is waiting for. */
  missing: v.array(v.string()),
})

export type Notification = v.InferOutput<typeof NotificationSchema>

/** Names of the channels. `log` is used if no other is configured. */
export const channelNames = ['webhook', 'slack', 'email', 'log'] as const

/** The channels that a site uses. */
export function getChannelNames({ notify }: Pick<Configuration, 'notify'>): ChannelName[] {
  const configured = (['webhook', 'slack', 'email'] as const).filter((name) => notify[name] !== null)
  return configured.length === 0 ? ['log'] : configured
}

export type ChannelName = (typeof channelNames)[number]
