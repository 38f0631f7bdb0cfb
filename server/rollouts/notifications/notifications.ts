import { paths } from '@portico/kit/paths.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import type { NotifyTestResult } from '@portico/protocol/rollout/notification-api.ts'
import type { Channels } from '@portico/protocol/rollout/settings-api.ts'
import type { FastifyInstance } from 'fastify'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Outbox } from '../../email/outbox.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { createLogChannel, openChannels } from './channels.ts'
import { createNotificationId } from './enqueue-notification.ts'
import { describeQueues } from './notification-queue.ts'
import { DeliveryError } from './post-json.ts'
import { reportExpiringTokens } from './report-expiring-tokens.ts'
import { startDelivering } from './start-delivering.ts'

const hourMs = 3_600_000

export interface NotificationServices extends ReleaseStorage {
  readonly outbox: Outbox
  readonly site: Pick<Site, 'name'>
}

/** Delivers notifications. `GET /-/notifications`: the channels. `POST /-/notifications/test` sends one to every configured channel and waits for the results. */
export async function notifications(app: FastifyInstance, services: NotificationServices): Promise<void> {
  const configured = openChannels(services)
  const channels = configured.length === 0 ? [createLogChannel(app.log)] : configured
  app.addHook('onClose', startDelivering(services, { channels, log: app.log }))
  const onError = (error: unknown) => app.log.error({ err: error }, 'tokens that expire')
  app.addHook(
    'onClose',
    runPeriodically(() => reportExpiringTokens(services), { everyMs: hourMs, onError }),
  )

  app.get(consolePaths.notifications, async (request) => {
    await requireToken(services.db, request, 'admin')
    const channels = await describeQueues(services.db, configured)
    return { channels } satisfies Channels
  })

  app.post(paths.notifyTest, async (request) => {
    const { name: by } = await requireToken(services.db, request, 'admin')
    const message = createTestMessage(by)
    const signal = new AbortController().signal // each attempt has its own deadline
    const results = await Promise.all(
      configured.map(async ({ name, setting, send }): Promise<NotifyTestResult['results'][number]> => {
        const error = await send(message, signal).then(
          () => null,
          (cause: unknown) => cause,
        )
        if (error === null) return { channel: name, isOk: true, message: describeSuccess(name, services) }
        if (!(error instanceof DeliveryError)) throw error
        return { channel: name, isOk: false, message: `${error.message}. Check ${setting}.` }
      }),
    )
    return { results } satisfies NotifyTestResult
  })
}

function describeSuccess(channel: string, { configuration }: NotificationServices): string {
  if (channel !== 'email') return 'the receiver accepted it'
  return configuration.smtp === null
    ? 'it is in DATA_DIR/mailbox, because SMTP_URL is not set'
    : 'the mail server accepted it'
}

function createTestMessage(by: string) {
  return {
    id: createNotificationId(),
    type: 'test',
    at: Date.now(),
    isUrgent: false,
    data: { by },
    text: {
      path: '/site',
      title: 'Test notification',
      paragraphs: [
        `The token "${by}" sent this to test the notifications of this site. Nothing has happened.`,
        'If a rollout starts, pauses, completes, is rolled back or waits longer than expected, you are notified here.',
      ],
      commands: ['npx --no-install portico status'],
    },
  }
}
