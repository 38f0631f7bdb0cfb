import { startSmtpServer } from './smtp-server.ts'
import { startWebhookReceiver, webhookSecret } from './webhook-receiver.ts'

type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** Receivers of a site's notifications, one for each channel. */
export interface NotificationChannels {
  readonly webhook: WebhookReceiver
  readonly slack: WebhookReceiver
  readonly smtp: Awaited<ReturnType<typeof startSmtpServer>>
  /** The settings of a site that notifies all of them. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts a receiver for each channel. */
export async function startNotificationChannels(): Promise<NotificationChannels> {
  const [webhook, slack, smtp] = await Promise.all([
    startWebhookReceiver(),
    startWebhookReceiver(),
    startSmtpServer(),
  ])
  return {
    webhook,
    slack,
    smtp,
    environment: {
      NOTIFY_WEBHOOK_URL: webhook.url,
      NOTIFY_WEBHOOK_SECRET: webhookSecret,
      NOTIFY_SLACK_URL: slack.url,
      NOTIFY_EMAIL: 'on-call@example.com',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Portico <no-reply@example.com>',
    },
    stop: async () => {
      for (const channel of [webhook, slack, smtp]) await channel.stop()
    },
  }
}
