import { SettingsSchema } from '@portico/protocol/rollout/settings-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EnvironmentSchema } from '../configuration/configuration.ts'
import { readAdminToken } from '../testing/api-client.ts'
import { describeWithServer } from '../testing/describe-databases.ts'
import { createRolloutClient } from '../testing/rollout-site.ts'

const key = 'k3y-of-nobody-else'
const secrets = {
  SITE_SECRET: `${key} ${'x'.repeat(32)}`,
  SMTP_URL: `smtp://ada:${key}@127.0.0.1`,
  AWS_SECRET_ACCESS_KEY: key,
  AWS_SESSION_TOKEN: key,
  GOOGLE_CLIENT_SECRET: key,
  GITHUB_CLIENT_SECRET: key,
  NOTIFY_WEBHOOK_URL: `https://hook.example/?key=${key}`,
  NOTIFY_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  NOTIFY_SLACK_URL: `https://slack.example/${key}`,
  METRICS_TOKEN: `${key}${'x'.repeat(32)}`,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${key}`,
}
const others = {
  MAIL_FROM: 'Ada <ada@example.com>',
  GOOGLE_CLIENT_ID: 'google-client',
  GITHUB_CLIENT_ID: 'github-client',
  AWS_ENDPOINT_URL_S3: `http://ada:${key}@127.0.0.1:9`,
  DRAIN_MS: '5',
}
const environment = async () => ({ ...secrets, ...others })

describeWithServer(
  'the settings in force',
  (server) => {
    const read = async () => {
      const response = await createRolloutClient(server()).get('/-/settings')
      expect(response.headers['cache-control']).toBe('no-store')
      return { text: response.body, ...v.parse(SettingsSchema, response.json()) }
    }

    test('are all that the server reads, each with its value or default', async () => {
      const { settings } = await read()
      expect(settings.map(({ name }) => name)).toEqual(Object.keys(EnvironmentSchema.entries))
      const get = (wanted: string) => settings.find(({ name }) => name === wanted)
      expect(get('DRAIN_MS')).toEqual({ name: 'DRAIN_MS', value: '5', isSecret: false, isSet: true })
      expect(get('PORT')).toMatchObject({ value: '3000', isSet: false })
      expect(get('PUBLISH_FROM')).toMatchObject({ value: null, isSet: false })
      expect(get('MAIL_FROM')).toMatchObject({ value: others.MAIL_FROM })
    })

    test('contain no secret, only whether it is set', async () => {
      const { settings, text } = await read()
      expect(settings.filter(({ isSecret, isSet }) => isSecret && isSet).map(({ name }) => name)).toEqual(
        expect.arrayContaining(Object.keys(secrets)),
      )
      const { secret } = server().configuration
      for (const hidden of [key, secret, 'AAAA', 'xxxx', readAdminToken(server())])
        expect(text).not.toContain(hidden)
    })

    test('and the channels are shown to admins alone, with hosts in place of their addresses', async () => {
      const client = createRolloutClient(server())
      for (const path of ['/-/settings', '/-/notifications'])
        expect((await (await client.with('read')).get(path)).statusCode).toBe(403)
      const { body } = await client.get('/-/notifications')
      expect(body).toContain('hook.example')
      expect(body).not.toContain(key)
    })
  },
  { environment },
)
