import * as v from 'valibot'

/** Response of `GET /-/settings`, which requires `admin`: the settings in force: `docs/settings.md`. */
export const SettingsSchema = v.object({
  settings: v.array(
    v.object({
      name: v.string(),
      /** As it is in the environment, or its default; null: not set. A secret is never sent: `isSet` tells whether there is one. */
      value: v.nullable(v.string()),
      isSecret: v.boolean(),
      isSet: v.boolean(),
    }),
  ),
})

/** Response of `GET /-/notifications`, which requires `admin`: the channels that are configured. */
export const ChannelsSchema = v.object({
  channels: v.array(
    v.object({
      /** Such as `slack`. */
      name: v.string(),
      /** Where it sends to, without a secret: a host, or email addresses. */
      target: v.string(),
      /** Notifications that wait for it. */
      waiting: v.number(),
      /** null: never yet. */
      lastDeliveredAt: v.nullable(v.number()),
    }),
  ),
})

export type Channels = v.InferOutput<typeof ChannelsSchema>
