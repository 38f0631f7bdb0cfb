import { isDecodable } from '@portico/protocol/is-decodable.ts'
import * as v from 'valibot'
import { PortSchema, TextSchema, urlSchema } from './setting-schemas.ts'

// `fetch` refuses a user and password in a URL.
const NotifyUrlSchema = v.pipe(
  urlSchema('a URL such as https://example.com/hook', 'http:', 'https:'),
  v.check((value) => URL.parse(value)?.username === '', 'a URL without a user and a password'),
)

// The form of Standard Webhooks: 24 to 64 random bytes. Two secrets allow replacing one.
const WebhookSecretSchema = v.pipe(
  v.string(),
  v.transform((value) => value.trim().split(/\s+/)),
  v.check(
    (secrets) => secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(secret)),
    'whsec_ and at least 24 bytes in Base64, as `echo "whsec_$(openssl rand -base64 32)"` prints',
  ),
)

const otlpHeaders = 'headers such as authorization=Bearer%20abc,x-team=web'
// The format of OpenTelemetry: names and values, percent-encoded.
const OtlpHeadersSchema = v.pipe(
  v.string(),
  v.regex(/^(?:[\w-]+=[^,]*(?:,|$))*$/, otlpHeaders),
  v.check(isDecodable, otlpHeaders),
  v.transform((value) =>
    Object.fromEntries(
      value.split(',').flatMap((header) => {
        const at = header.indexOf('=')
        return at < 1 ? [] : [[header.slice(0, at), decodeURIComponent(header.slice(at + 1))]]
      }),
    ),
  ),
)

const SampleRatioSchema = v.pipe(
  v.string(),
  v.transform(Number),
  v.number('a share of requests from 0 to 1, such as 0.1'),
  v.minValue(0, 'a share of requests from 0 to 1, such as 0.1'),
  v.maxValue(1, 'a share of requests from 0 to 1, such as 0.1'),
)

export const MonitoringSettingsSchema = v.object({
  NOTIFY_WEBHOOK_URL: v.optional(NotifyUrlSchema),
  NOTIFY_WEBHOOK_SECRET: v.optional(WebhookSecretSchema),
  NOTIFY_SLACK_URL: v.optional(NotifyUrlSchema),
  NOTIFY_EMAIL: v.optional(
    v.pipe(v.string(), v.trim(), v.email('one email address, such as on-call@example.com')),
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\S{32,}$/, 'at least 32 characters without spaces, as `openssl rand -hex 32` prints'),
    ),
  ),
  METRICS_PORT: v.optional(PortSchema),
  METRICS_HOST: v.optional(TextSchema, '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    urlSchema('a URL such as http://127.0.0.1:4318', 'http:', 'https:'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(OtlpHeadersSchema, ''),
  OTEL_TRACES_SAMPLER_ARG: v.optional(SampleRatioSchema, '1'),
})

/** `null`: not configured. */
export function readMonitoringSettings(env: v.InferOutput<typeof MonitoringSettingsSchema>) {
  return {
    /** Where notifications about rollouts go; null: not configured. */
    notify: {
      webhook:
        env.NOTIFY_WEBHOOK_URL && env.NOTIFY_WEBHOOK_SECRET
          ? { url: env.NOTIFY_WEBHOOK_URL, secrets: env.NOTIFY_WEBHOOK_SECRET }
          : null,
      slack: env.NOTIFY_SLACK_URL ?? null,
      email: env.NOTIFY_EMAIL ?? null,
    },
    /** How metrics can be scraped: with a token, on their own port, or both; null: they can't. */
    metrics: {
      token: env.METRICS_TOKEN ?? null,
      listen: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    },
    /** Where traces and metrics are sent; null: nowhere. */
    openTelemetry:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            url: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
            headers: env.OTEL_EXPORTER_OTLP_HEADERS,
            sampleRatio: env.OTEL_TRACES_SAMPLER_ARG,
          },
  }
}
