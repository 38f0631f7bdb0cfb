import { startSmtpServer } from '@portico/tools/testing/smtp-server.ts'
import { startWebhookReceiver, webhookSecret } from '@portico/tools/testing/webhook-receiver.ts'
import { test as base } from './fixtures.ts'

type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** Receive what the site tells its owner. */
interface Channels {
  readonly webhook: WebhookReceiver
  readonly slack: WebhookReceiver
  readonly smtp: Awaited<ReturnType<typeof startSmtpServer>>
}

/** Long for an upload on one machine, and short for a test that waits for its end. */
export const uploadIdleMs = 3_000

/**
 * A test of what teams do with the release command, without visitors: it sends its emails to `channels`. The tests share one
 * site. Each has a remote of its own, or leaves no trace.
 */
export const test = base.extend<object, { channels: Channels }>({
  channels: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const channels = {
        webhook: await startWebhookReceiver(),
        slack: await startWebhookReceiver(),
        smtp: await startSmtpServer(),
      }
      await use(channels)
      for (const channel of Object.values(channels)) await channel.stop()
    },
    { scope: 'worker' },
  ],

  env: [
    async ({ channels: { webhook, slack, smtp } }, use) =>
      use({
        UPLOAD_IDLE_MS: `${uploadIdleMs}`,
        NOTIFY_WEBHOOK_URL: webhook.url,
        NOTIFY_WEBHOOK_SECRET: webhookSecret,
        NOTIFY_SLACK_URL: slack.url,
        NOTIFY_EMAIL: 'on-call@example.com',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Portico <no-reply@example.com>',
      }),
    { scope: 'worker' },
  ],
})
