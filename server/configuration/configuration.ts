import { resolve } from 'node:path'
import * as v from 'valibot'
import { AccountSettingsSchema, readAccountSettings } from './account-settings.ts'
import { ConsoleSettingsSchema, readConsoleSettings } from './console-settings.ts'
import { MonitoringSettingsSchema, readMonitoringSettings } from './monitoring-settings.ts'
import { OperatorError } from './operator-error.ts'
import { ReleaseSettingsSchema, readReleaseSettings } from './release-settings.ts'
import { readSiteSettings, SiteSettingsSchema } from './site-settings.ts'

const secrets = new Set([
  'SITE_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'NOTIFY_WEBHOOK_URL', // its query may hold a key
  'NOTIFY_WEBHOOK_SECRET',
  'NOTIFY_SLACK_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
])

export const EnvironmentSchema = v.object({
  ...SiteSettingsSchema.entries,
  ...AccountSettingsSchema.entries,
  ...ReleaseSettingsSchema.entries,
  ...ConsoleSettingsSchema.entries,
  ...MonitoringSettingsSchema.entries,
})
type Environment = v.InferOutput<typeof EnvironmentSchema>

/** The parsed and frozen environment. `null`: not configured. */
export type Configuration = ReturnType<typeof readConfiguration>

/** The environment is invalid; the message has one line for each variable. */
export class ConfigurationError extends OperatorError {
  override name = 'ConfigurationError'
}

/**
 * Parses the environment. Creates the site's secret in the data folder if `SITE_SECRET` isn't set. Throws a
 * ConfigurationError that names each invalid variable and never contains a secret.
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>, folder: string) {
  const env = parse(environment)
  const releases = readReleaseSettings(env, folder)
  return Object.freeze({
    /** Every setting as it is in the environment, but no secret. */
    settings: listSettings(environment),
    ...readSiteSettings(env, folder),
    ...readAccountSettings(env),
    ...releases,
    ...readMonitoringSettings(env),
    /** The release console, next to the builds that a start publishes; null: there is none. */
    console: readConsoleSettings(env, releases.publishFrom ?? resolve(folder, 'dist')),
  })
}

function listSettings(environment: Readonly<Record<string, string | undefined>>) {
  return Object.entries(EnvironmentSchema.entries).map(([name, schema]) => {
    const isSecret = secrets.has(name)
    const given = environment[name]?.trim() || null
    const fallback = 'default' in schema ? (schema.default ?? null) : null
    // A URL may hold a password.
    const value = isSecret ? null : (given?.replaceAll(/\/\/[^/\s]*@/g, '//…@') ?? fallback)
    return { name, value, isSecret, isSet: given !== null }
  })
}

function parse(environment: Readonly<Record<string, string | undefined>>): Environment {
  // Compose files and CI pass unset variables as empty ones.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = v.safeParse(EnvironmentSchema, given, { abortPipeEarly: true })
  const problems = parsed.success
    ? [...findMissing(parsed.output), ...findSharedHost(parsed.output)]
    : parsed.issues.map((issue) => describeIssue(issue, given))
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems.join('\n'))
  return parsed.output
}

function describeIssue(issue: v.BaseIssue<unknown>, given: Record<string, string | undefined>): string {
  const name = String(issue.path?.[0]?.key)
  const actual = secrets.has(name)
    ? 'another value (hidden because it is a secret)'
    : JSON.stringify(given[name])
  return `${name}: expected ${issue.message}, got ${actual}. Correct the variable, or unset it to use the default.`
}

const dependencies = [
  ['RELEASE_STORE', 'AWS_ACCESS_KEY_ID'],
  ['RELEASE_STORE', 'AWS_SECRET_ACCESS_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GITHUB_CLIENT_SECRET', 'GITHUB_CLIENT_ID'],
  ['NOTIFY_WEBHOOK_URL', 'NOTIFY_WEBHOOK_SECRET'],
  ['NOTIFY_WEBHOOK_SECRET', 'NOTIFY_WEBHOOK_URL'],
] as const

function findMissing(env: Environment): string[] {
  return dependencies
    .filter(([given, needed]) => env[given] !== undefined && env[needed] === undefined)
    .map(
      ([given, needed]) =>
        `${needed}: expected a value because ${given} is set, got none. Set it, or unset ${given}.`,
    )
}

// Otherwise every remote's script could use the console: it would be of the same origin, or would have its cookies.
function findSharedHost({ CONSOLE_URL, PUBLIC_URL }: Environment): string[] {
  if (CONSOLE_URL === undefined || PUBLIC_URL === undefined) return []
  if (new URL(CONSOLE_URL).hostname !== new URL(PUBLIC_URL).hostname) return []
  return [
    `CONSOLE_URL: expected another host name than that of PUBLIC_URL, got "${CONSOLE_URL}". Give the console a name of its own, such as https://console.example.com.`,
  ]
}
