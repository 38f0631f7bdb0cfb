import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { writeRelease } from '../releases/write-release.ts'
import { root } from '../site/start-site.ts'
import { test } from '../site/team-site.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const remote = 'portfolio'

test('the owner tests the channels, and is then told on each of them that a rollout is paused', async ({
  site,
  channels: { webhook, slack, smtp },
}) => {
  const team = createReleaseTeam(site)

  await test.step('the test reaches every channel', async () => {
    const { exitCode, output } = await team.release('notify-test')
    expect([exitCode, output]).toEqual([
      0,
      {
        results: ['webhook', 'slack', 'email'].map((channel) => ({
          channel,
          isOk: true,
          message: expect.stringMatching(/accepted it$/),
        })),
      },
    ])
  })

  await test.step('a pause says who gets the canary, and how to end that', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-written-'))
    writeRelease(folder, join(root, 'dist', remote), { component: '() => null' })
    await team.startsCanary({ name: remote, folder })
    await rm(folder, { recursive: true })
    await team.release('pause', remote, '--reason', 'it blinks')
    const findPause = () => webhook.payloads().find(({ data }) => data.reason === 'it blinks')
    await expect.poll(findPause).toBeDefined()
    expect(findPause()).toMatchObject({
      type: 'rollout.paused',
      data: {
        site: site.origin,
        remote,
        reason: 'it blinks',
        text: expect.stringContaining('20 % of visitors get 99.0.0-'),
        commands: expect.arrayContaining([`npx --no-install portico resume ${remote}`]),
      },
    })
    await expect.poll(() => slack.attempts.some(({ body }) => isPause(body))).toBe(true)
    await expect.poll(() => smtp.received.some(({ text }) => isPause(text))).toBe(true)
  })
})

function isPause(text: string): boolean {
  return text.includes('PAUSED') && text.includes('it blinks')
}
