import { patience } from '@portico/kit/testing/patience.ts'
import { startSmtpServer } from '@portico/tools/testing/smtp-server.ts'
import { startWebhookReceiver, webhookSecret } from '@portico/tools/testing/webhook-receiver.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestDatabase, openTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startReceiver(...behaviour: Parameters<typeof startWebhookReceiver>) {
  const receiver = await startWebhookReceiver(...behaviour)
  cleanups.push(receiver.stop)
  return receiver
}

async function createDatabase() {
  const database = await createTestDatabase()
  cleanups.push(database.remove)
  return database
}

async function startServer(environment: Record<string, string>) {
  const server = await startTestServer(await createDatabase(), environment)
  cleanups.push(server.stop)
  return server
}

const toWebhook = ({ url }: { readonly url: string }) => ({
  NOTIFY_WEBHOOK_URL: url,
  NOTIFY_WEBHOOK_SECRET: webhookSecret,
})

describe('a notification that can’t be delivered', () => {
  test('is retried and logged without the address, its key or the secret', async () => {
    const receiver = await startReceiver([200, 302, 503])
    const server = await startServer(toWebhook(receiver))
    await publishSite(server, 'one')
    await vi.waitFor(() => expect(receiver.attempts).toHaveLength(4), patience)
    expect(receiver.attempts.map(({ path }) => path)).toEqual(Array(4).fill('/hook?key=hunter2'))
    const [redirected, refused] = server.logged.map((line) => JSON.parse(line).msg)
    expect(redirected).toMatch(
      /^Notification msg_\S+ was not delivered by webhook, attempt 1: the receiver responded with 302\. The next attempt is in [12] s\. Check NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET\.$/,
    )
    expect(refused).toContain('attempt 2: the receiver responded with 503')
    expect(server.logged.join()).not.toMatch(/hunter2|whsec_|127\.0\.0\.1/)
  })

  test('is due again immediately after a stop in the middle of an attempt', async () => {
    const receiver = await startReceiver(['hang', 'hang'])
    const database = await createDatabase()
    const server = await startTestServer(database, toWebhook(receiver))
    await publishSite(server, 'one')
    await vi.waitFor(() => expect(receiver.attempts).toHaveLength(2), patience)
    await server.stop()
    const { db, close } = await openTestDatabase(database)
    const rows = await db.selectFrom('notification').select(['channel', 'next_attempt_at']).execute()
    expect(rows.map(({ channel }) => channel)).toContain('webhook')
    expect(rows.filter((row) => row.next_attempt_at > Date.now())).toEqual([])
    await close()
  })

  test('is dropped after a day, and if a thousand newer ones are waiting', async () => {
    const database = await createDatabase()
    const { db, close } = await openTestDatabase(database)
    const at = Date.now()
    const create = (id: string, created_at: number) => {
      return { id, channel: 'webhook', body: '{}', created_at, next_attempt_at: at + 3_600_000, attempts: 3 }
    }
    const rows = Array.from({ length: 1_003 }, (_, index) => create(`new ${index}`, at - index))
    await db
      .insertInto('notification')
      .values([...rows, create('old', at - 25 * 3_600_000)])
      .execute()
    const receiver = await startReceiver()
    const server = await startTestServer(database, toWebhook(receiver))
    cleanups.push(server.stop)
    await vi.waitFor(
      () => expect(server.logged.join()).toContain('4 notifications by webhook are dropped'),
      patience,
    )
    const kept = await db.selectFrom('notification').select('id').execute()
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(rows.slice(0, 1_000).map(({ id }) => id)))
    await close()
  })

  test('by email is sent again if the mail server rejects it', async () => {
    const smtp = await startSmtpServer({ refuse: { code: 451, times: 1 } })
    const server = await startServer({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'a@example.com',
      NOTIFY_EMAIL: 'on-call@example.com',
    })
    cleanups.push(async () => void smtp.stop()) // ends when the site closes its connection
    await publishSite(server, 'one')
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience)
    expect(smtp.refusals()).toBe(1)
    await vi.waitFor(() => expect(server.logged.join()).toContain('response 451'), patience)
    expect(server.logged.join()).not.toContain('@example.com')
  })
})

describe('a test notification', () => {
  test('reports each channel that fails', async () => {
    const receiver = await startReceiver([404])
    const server = await startServer({
      ...toWebhook(receiver),
      NOTIFY_SLACK_URL: 'http://127.0.0.1:1/T/hunter2',
    })
    const response = await createRolloutClient(server).post('/-/notifications/test', {})
    expect(response.json().results).toEqual([
      {
        channel: 'webhook',
        isOk: false,
        message: 'the receiver responded with 404. Check NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET.',
      },
      {
        channel: 'slack',
        isOk: false,
        message: expect.stringMatching(
          /^the receiver could not be reached \(.+\)\. Check NOTIFY_SLACK_URL\.$/,
        ),
      },
    ])
    expect(response.body).not.toContain('hunter2')
  })

  test('without SMTP goes to the local mailbox', async () => {
    const server = await startServer({ NOTIFY_EMAIL: 'on-call@example.com' })
    const response = await createRolloutClient(server).post('/-/notifications/test', {})
    expect(response.json().results).toEqual([
      { channel: 'email', isOk: true, message: 'it is in DATA_DIR/mailbox, because SMTP_URL is not set' },
    ])
    const [email] = await server.emailsTo('on-call@example.com')
    expect(email?.subject).toContain('Test notification')
  })
})

test('a site that notifies nobody logs what is urgent, and nothing else', async () => {
  const server = await startServer({})
  await publishSite(server, 'one')
  const client = createRolloutClient(server)
  const { id } = await client.start('one', await client.publish('one', '1.1.0'))
  await client.step(id, 'pause', { reason: 'it blinks' })
  await client.step(id, 'rollback', { reason: 'still' })
  const isEmpty = async () =>
    expect(
      await server.db.selectFrom('notification').select('id').where('channel', '=', 'log').execute(),
    ).toEqual([])
  await vi.waitFor(isEmpty, patience)
  expect(server.logged.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringMatching(/rollout PAUSED.*it blinks.*NOTIFY_WEBHOOK_URL.*to be notified\.$/),
  ])
})
