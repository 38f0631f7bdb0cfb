import { patience } from '@portico/kit/testing/patience.ts'
import { ChannelsSchema } from '@portico/protocol/rollout/settings-api.ts'
import {
  type NotificationChannels,
  startNotificationChannels,
} from '@portico/tools/testing/notification-channels.ts'
import { webhookSecret } from '@portico/tools/testing/webhook-receiver.ts'
import PostalMime from 'postal-mime'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { createToken } from '../../releases/tokens/token-repository.ts'
import { createApiClient, readAdminToken } from '../../testing/api-client.ts'
import { describeOnDatabases, describeWithServer } from '../../testing/describe-databases.ts'
import { createBrowsers } from '../../testing/load-reports.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { reportExpiringTokens } from './report-expiring-tokens.ts'

let count = 0

/** Publishes two releases of a new remote; returns the client and the second one. */
async function publishTwice(server: TestServer) {
  const remote = `remote${++count}`
  const client = createRolloutClient(server)
  await publishSite(server, remote)
  return { remote, client, to: await client.publish(remote, '1.1.0') }
}

let channels: NotificationChannels
const notified = {
  environment: async () => {
    channels = await startNotificationChannels()
    return { ...channels.environment, CONSOLE_URL: 'https://console.example' }
  },
}

/** The notifications about a remote in the order of what happened: several are sent at the same time. */
const read = (remote: string) =>
  channels.webhook
    .payloads()
    .filter(({ data }) => data.remote === remote)
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))

describeOnDatabases(
  'a site that notifies its owner',
  (server) => {
    test('two servers deliver each notification once', async () => {
      const { configuration } = server()
      const other = await startTestServer(
        { ...configuration, remove: async () => {} },
        { NOTIFY_WEBHOOK_URL: channels.webhook.url, NOTIFY_WEBHOOK_SECRET: webhookSecret },
      )
      try {
        const { remote, client, to } = await publishTwice(server())
        const { id } = await client.start(remote, to)
        for (const step of ['pause', 'resume', 'pause', 'resume', 'pause']) await client.step(id, step)
        await client.step(id, 'rollback', { reason: 'enough' })
        const isDone = async () => {
          const rows = await server()
            .db.selectFrom('notification')
            .select('id')
            .where('channel', '=', 'webhook')
            .execute()
          expect(rows).toEqual([])
        }
        await vi.waitFor(isDone, patience)
        expect(read(remote)).toHaveLength(6)
        const { channels: listed } = v.parse(ChannelsSchema, (await client.get('/-/notifications')).json())
        const [webhook] = listed
        expect(listed.map(({ name }) => name)).toEqual(['webhook', 'slack', 'email'])
        expect(webhook).toMatchObject({ target: new URL(channels.webhook.url).host, waiting: 0 })
        expect(webhook?.lastDeliveredAt).toBeGreaterThan(Date.now() - 60_000)
      } finally {
        await other.stop()
      }
    })
  },
  notified,
)

describeWithServer(
  'what a site notifies its owner of',
  (server) => {
    test('the owner is notified of a start, a pause and a rollback, on every channel', async () => {
      const { remote, client, to } = await publishTwice(server())
      const { id } = await client.start(remote, to)
      await client.step(id, 'advance')
      await client.step(id, 'pause', { reason: 'it blinks <!channel>' })
      await client.step(id, 'rollback', { reason: 'still blinking' })
      const types = [
        'rollout.completed',
        'rollout.started',
        'rollout.advanced',
        'rollout.paused',
        'rollout.rolled_back',
      ]
      await vi.waitFor(() => expect(read(remote).map(({ type }) => type)).toEqual(types), patience)
      const [, , , paused, rolledBack] = read(remote)
      expect(paused?.data).toMatchObject({
        site: server().configuration.publicUrl,
        remote,
        release: to,
        stable: '1.0.0-0a1b2c3d',
        by: 'admin',
        title: `${remote} ${to}: rollout PAUSED, nothing changes until you act`,
        commands: [
          `npx --no-install portico status ${remote}`,
          `npx --no-install portico rollback ${remote} --reason "<why>"`,
          `npx --no-install portico resume ${remote}`,
        ],
        rollout: { id, plan: 'mid', status: 'paused', step: 2, steps: 5, share: 500 },
        console: `https://console.example/rollouts/${id}`,
      })
      expect(paused?.data.text).toBe(
        [
          `The token "admin" paused the rollout of ${remote} ${to}: it blinks <!channel>.`,
          'No browser has reported a load yet.',
          `5 % of visitors get ${to}, the others 1.0.0-0a1b2c3d. Where ${to} fails to load, the page shows 1.0.0-0a1b2c3d instead.`,
          `The remote ${remote} belongs to ${paused?.data.team}.`,
          'Nothing changes until you act. Investigate, then roll it back or resume it:',
        ].join('\n'),
      )
      expect(rolledBack?.data).toMatchObject({ stable: '1.0.0-0a1b2c3d', rollout: { share: 500 } })
      expect(rolledBack?.data.text).toContain('Every visitor gets 1.0.0-0a1b2c3d now')

      const isAboutPause = (text: string) => text.includes(`${remote} ${to}: rollout PAUSED`)
      await vi.waitFor(
        () => expect(channels.slack.attempts.some(({ body }) => isAboutPause(body))).toBe(true),
        patience,
      )
      const message = JSON.parse(channels.slack.attempts.find(({ body }) => isAboutPause(body))?.body ?? '')
      expect(Object.keys(message)).toEqual(['text'])
      expect(message.text).toContain('it blinks &lt;!channel&gt;')
      expect(message.text).toContain(`npx --no-install portico resume ${remote}\`\`\``)
      expect(message.text).toContain(`<https://console.example/rollouts/${id}|Open it in the console>`)

      const findEmail = () =>
        channels.smtp.received.find(({ text }) => text.includes('PAUSED') && text.includes(remote))
      await vi.waitFor(() => expect(findEmail()).toBeDefined(), patience)
      const email = await PostalMime.parse(findEmail()?.text ?? '')
      expect(email.to).toEqual([{ name: 'operator', address: 'on-call@example.com' }])
      expect(email.text).toContain(`    npx --no-install portico resume ${remote}`)
      expect(email.html).toContain('&#60;!channel&#62;')
      expect(email.html).toContain(`href="https://console.example/rollouts/${id}"`)
    })

    test('the owner is notified of a completion, and of a rollback after it', async () => {
      const { remote, client, to } = await publishTwice(server())
      await client.start(remote, to, 'now')
      await client.post(`/-/remotes/${remote}/rollback`, { reason: 'too green' })
      await vi.waitFor(() => expect(read(remote)).toHaveLength(3), patience)
      const [, completed, rolledBack] = read(remote)
      expect(completed).toMatchObject({
        type: 'rollout.completed',
        data: {
          release: to,
          stable: to,
          commands: [`npx --no-install portico rollback ${remote} --reason "<why>"`],
        },
      })
      expect(rolledBack).toMatchObject({
        type: 'rollout.rolled_back',
        data: {
          release: to,
          stable: '1.0.0-0a1b2c3d',
          rollout: null,
          reason: 'too green',
          console: `https://console.example/remotes/${remote}`,
        },
      })
    })

    test('the owner is notified of an automatic rollback, with the evidence', async () => {
      const { remote, client, to } = await publishTwice(server())
      let rollout = await client.start(remote, to)
      while (rollout.share < 5_000) rollout = await client.step(rollout.id, 'advance', { reason: 'a test' })
      const browsers = createBrowsers(server(), rollout)
      for (let network = 0; network < 80; network += 1) {
        const arm = network % 2 === 0 ? 'canary' : 'stable'
        const visitor = browsers.visitor(arm, rollout.share, `198.18.${network}.7`)
        const load = browsers.load(arm, arm === 'canary' ? { outcome: 'timeout' } : {})
        await browsers.send([load], { visitor })
      }
      await vi.waitFor(() => expect(read(remote).at(-1)?.type).toBe('rollout.rolled_back'), patience)
      const rolledBack = read(remote).at(-1)
      expect(rolledBack?.data).toMatchObject({
        by: 'site',
        stable: '1.0.0-0a1b2c3d',
        rollout: { share: 5_000 },
      })
      expect(rolledBack?.data.text).toMatch(
        /^The site automatically rolled back .+ loads failed.+\n\d+ of \d+ loads of the new release failed, and 0 of \d+ of the current one\.\nEvery visitor gets 1\.0\.0-0a1b2c3d now/,
      )
    })

    test('a notification names the signal that rose, with the most frequent error', async () => {
      const { remote, client, to } = await publishTwice(server())
      let rollout = await client.start(remote, to)
      while (rollout.share < 5_000) rollout = await client.step(rollout.id, 'advance', { reason: 'a test' })
      const browsers = createBrowsers(server(), rollout)
      for (let network = 0; network < 24; network += 1) {
        const arm = network % 2 === 0 ? 'canary' : 'stable'
        const visitor = browsers.visitor(arm, rollout.share, `198.18.${100 + network}.7`)
        await browsers.send([browsers.load(arm)], { visitor })
        if (arm === 'stable') continue
        await browsers.signal(arm, 'error', { visitor })
        await browsers.throws(arm, [{ line: 41 }], { visitor })
      }
      await vi.waitFor(async () => {
        const { signals, counts, error } = await client.rollout(rollout.id)
        expect([signals[0]?.canary, counts.stable.loads, error?.canary]).toEqual([12, 12, 12])
      }, patience)
      await client.step(rollout.id, 'pause')
      await vi.waitFor(() => expect(read(remote).at(-1)?.type).toBe('rollout.paused'), patience)
      expect(read(remote).at(-1)?.data.text).toContain(
        'of the current one. Errors rose from 0 % to 100 % of visits (between 66 and 100 points more). Most frequent: TypeError in exposed.js:41:1.',
      )
    })

    test('a rollout of a frozen remote is reported when it is started and when it begins', async () => {
      const { remote, client, to } = await publishTwice(server())
      await client.post(`/-/remotes/${remote}/freeze`, { reason: 'holidays' })
      await client.start(remote, to)
      await client.post(`/-/remotes/${remote}/unfreeze`, { reason: 'back' })
      await vi.waitFor(() => expect(read(remote)).toHaveLength(5), patience)
      const found = read(remote).map(({ type, data }) => `${type}: ${data.commands[0]}`)
      expect(found.toSorted()).toEqual([
        `remote.frozen: npx --no-install portico unfreeze ${remote} --reason "<why>"`,
        `remote.unfrozen: npx --no-install portico status ${remote}`,
        expect.stringMatching('^rollout.completed: '),
        `rollout.started: npx --no-install portico advance ${remote}`,
        `rollout.started: npx --no-install portico unfreeze ${remote} --reason "<why>"`,
      ])
    })

    test('the owner is notified of a step, a switch and a cancellation, with who did it and why', async () => {
      const { remote, client, to } = await publishTwice(server())
      const { id } = await client.start(remote, to)
      await client.step(id, 'advance')
      await client.step(id, 'advance', { reason: 'the support team has tried it' })
      await client.post(`/-/rollouts/${id}/plan`, { plan: 'low', reason: 'few visitors' })
      for (const verb of ['off', 'on', 'freeze', 'unfreeze'])
        await client.post(`/-/remotes/${remote}/${verb}`, { reason: `reason for ${verb}` })
      await client.step(id, 'pause', { reason: 'a doubt' })
      await client.step(id, 'cancel', { reason: 'no need' })
      await vi.waitFor(() => expect(read(remote)).toHaveLength(11), patience)
      const first = '1.0.0-0a1b2c3d'
      const share = `25 % of visitors get ${to}, the others ${first}.`
      const find = (type: string) => read(remote).findLast((sent) => sent.type === type)?.data.text
      const expectText = (type: string, ...parts: readonly string[]) => {
        for (const part of parts) expect(find(type)).toContain(part)
      }
      expectText(
        'rollout.advanced',
        `The token "admin" advanced the rollout of ${remote} ${to} to step 3 of 5: the support team has tried it.`,
        share,
      )
      expectText('rollout.plan_changed', `${to}, which is low now: few visitors.`, share)
      expectText('remote.off', `The token "admin" turned ${remote} off: reason for off.\nIts pages say so`)
      expectText('remote.on', `The token "admin" turned ${remote} on again: reason for on.\n${share}`)
      expectText('remote.frozen', `The token "admin" froze ${remote}: reason for freeze.\n${share}`)
      expectText('remote.unfrozen', `The token "admin" unfroze ${remote}: reason for unfreeze.\n${share}`)
      expectText(
        'rollout.cancelled',
        `cancelled the rollout of ${remote} ${to}: no need.`,
        `gets ${first} now`,
      )
    })

    test('a token that expires within 14 days is reported once', async () => {
      const { db } = server()
      const day = 24 * 3_600_000
      const { id } = await createToken(db, { name: 'catalogue CI', scopes: ['publish:catalogue'], days: 90 })
      await createToken(db, { name: 'a short one', scopes: ['read'], days: 10 })
      const now = Date.now()
      await reportExpiringTokens(server(), now + 75 * day)
      const findReports = () => channels.webhook.payloads().filter(({ type }) => type === 'token.expiring')
      for (const _ of [1, 2]) await reportExpiringTokens(server(), now + 77 * day)
      await db.updateTable('notification').set({ next_attempt_at: 0 }).execute() // it is due in 77 days
      await vi.waitFor(() => expect(findReports()).toHaveLength(1), patience)
      expect(findReports()[0]?.data).toMatchObject({
        by: 'catalogue CI',
        remote: null,
        title: 'The token "catalogue CI": expires soon',
        text: expect.stringMatching(
          /^The token "catalogue CI" expires on .+; its scopes are publish:catalogue\.\nAfter that/,
        ),
      })
      const events = await db.selectFrom('event').selectAll().where('what', '=', 'token.expiring').execute()
      expect(events.map(({ after }) => JSON.parse(after).id)).toEqual([id])
    })

    test('a refused request and a resume notify nobody', async () => {
      const { remote, client, to } = await publishTwice(server())
      const { id } = await client.start(remote, to)
      await client.post(`/-/rollouts/${id}/resume`, {})
      await client.step(id, 'pause')
      await client.step(id, 'resume')
      await client.step(id, 'pause', { reason: 'again' })
      const { remote: next } = await publishTwice(server())
      await vi.waitFor(() => expect(read(next)).toHaveLength(1), patience)
      const types = read(remote).map(({ type }) => type)
      expect(types.toSorted()).toEqual([
        'rollout.completed',
        'rollout.paused',
        'rollout.paused',
        'rollout.started',
      ])
    })

    test('a test notification goes to every channel, and each result is reported', async () => {
      const response = await createApiClient(server(), readAdminToken(server())).post(
        '/-/notifications/test',
        {},
      )
      expect(response.json()).toEqual({
        results: [
          { channel: 'webhook', isOk: true, message: 'the receiver accepted it' },
          { channel: 'slack', isOk: true, message: 'the receiver accepted it' },
          { channel: 'email', isOk: true, message: 'the mail server accepted it' },
        ],
      })
      expect(channels.webhook.payloads().at(-1)).toMatchObject({
        type: 'test',
        data: { title: 'Test notification' },
      })
      const team = await createRolloutClient(server()).with('rollout:*')
      expect((await team.post('/-/notifications/test', {})).json().code).toBe('insufficient-scope')
    })
  },
  notified,
)
