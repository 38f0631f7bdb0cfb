import { expect } from '@playwright/test'
import { startSmtpServer } from '@portico/tools/testing/smtp-server.ts'
import { startWebhookReceiver, webhookSecret } from '@portico/tools/testing/webhook-receiver.ts'
import { releasedRemote as remote } from '../releases/derived-releases.ts'
import { test } from '../site/fixtures.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

test('the owner tests the channels, and is then told on each of them that a rollout is paused', async ({
  newSite,
}) => {
  test.slow() // starts its own site
  const [webhook, slack, smtp] = await Promise.all([
    startWebhookReceiver(),
    startWebhookReceiver(),
    startSmtpServer(),
  ])
  const { site } = await newSite({
    env: {
      NOTIFY_WEBHOOK_URL: webhook.url,
      NOTIFY_WEBHOOK_SECRET: webhookSecret,
      NOTIFY_SLACK_URL: slack.url,
      NOTIFY_EMAIL: 'on-call@example.com',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Portico <no-reply@example.com>',
    },
  })
  const team = createReleaseTeam(site)

  await test.step('the test reaches every channel', async () => {
    const { exitCode, output } = await team.release('notify-test')
    expect([exitCode, output]).toEqual([
      0,
      {
        results: ['webhook', 'slack', 'email'].map((channel) => ({
          ...{ channel, isOk: true, message: expect.stringMatching(/accepted it$/) },
        })),
      },
    ])
  })

  await test.step('a pause says who gets the canary, and how to end that', async () => {
    await team.startsCanary()
    await team.release('pause', remote, '--reason', 'it blinks')
    const findPause = () => webhook.payloads().find(({ type }) => type === 'rollout.paused')
    await expect.poll(findPause).toBeDefined()
    expect(findPause()?.data).toMatchObject({
      ...{ site: site.origin, remote, reason: 'it blinks' },
      text: expect.stringContaining('10 % of the visitors get 99.0.0-'),
      commands: expect.arrayContaining([`npm run release -- resume ${remote}`]),
    })
    await expect.poll(() => slack.attempts.some(({ body }) => body.includes('PAUSED'))).toBe(true)
    await expect.poll(() => smtp.received.some(({ text }) => text.includes('PAUSED'))).toBe(true)
  })

  await Promise.all([webhook.stop(), slack.stop()])
  void smtp.stop() // ends when the site closes its connection
})
