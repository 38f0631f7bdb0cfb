import {
  type NotificationChannels,
  startNotificationChannels,
} from '@portico/tools/testing/notification-channels.ts'
import { test as base } from './fixtures.ts'

/** Long for an upload on one machine, also on a busy one, and short for a test that waits for its end. */
export const uploadIdleMs = 10_000

/**
 * A test of what teams do with the release command, without visitors: it sends its emails to `channels`. The tests share one
 * site. Each has its own remote, or leaves no trace.
 */
export const test = base.extend<object, { channels: NotificationChannels }>({
  channels: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const channels = await startNotificationChannels()
      await use(channels)
      await channels.stop()
    },
    { scope: 'worker' },
  ],

  env: [
    async ({ channels: { environment } }, use) => use({ UPLOAD_IDLE_MS: `${uploadIdleMs}`, ...environment }),
    { scope: 'worker' },
  ],
})
