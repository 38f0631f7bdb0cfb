import * as v from 'valibot'
import { OriginSchema, TextSchema, urlSchema, WebUrlSchema } from './setting-schemas.ts'

// nodemailer takes a query as its options, such as `?requireTLS=false` and `?debug=true`, which logs the password.
const SmtpUrlSchema = v.pipe(
  urlSchema('a URL such as smtps://user:password@host', 'smtp:', 'smtps:'),
  v.check((value) => !/[?#]/.test(value), 'a URL without a query: TLS and logging are not configurable'),
)

const MailFromSchema = v.pipe(
  v.string(),
  v.regex(/^(?:[^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/, 'a sender such as Portico <no-reply@example.com>'),
  v.transform((value) => {
    const named = /^([^<]*)<([^>]+)>$/.exec(value)
    return { name: named?.[1]?.trim() ?? '', address: named?.[2] ?? value }
  }),
)

export const AccountSettingsSchema = v.object({
  SMTP_URL: v.optional(SmtpUrlSchema),
  MAIL_FROM: v.optional(MailFromSchema),
  GOOGLE_CLIENT_ID: v.optional(TextSchema),
  GOOGLE_CLIENT_SECRET: v.optional(TextSchema),
  GOOGLE_DISCOVERY_URL: v.optional(
    WebUrlSchema,
    'https://accounts.google.com/.well-known/openid-configuration',
  ),
  GITHUB_CLIENT_ID: v.optional(TextSchema),
  GITHUB_CLIENT_SECRET: v.optional(TextSchema),
  GITHUB_URL: v.optional(OriginSchema, 'https://github.com'),
})
type Environment = v.InferOutput<typeof AccountSettingsSchema>

/** `null`: not configured. */
export function readAccountSettings(env: Environment) {
  return {
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    google: getGoogle(env),
    github: getGithub(env),
  }
}

function getGoogle(env: Environment) {
  if (!env.GOOGLE_CLIENT_ID || !env.GOOGLE_CLIENT_SECRET) return null
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    discoveryUrl: env.GOOGLE_DISCOVERY_URL,
  }
}

function getGithub(env: Environment) {
  if (!env.GITHUB_CLIENT_ID || !env.GITHUB_CLIENT_SECRET) return null
  const url = env.GITHUB_URL
  return {
    clientId: env.GITHUB_CLIENT_ID,
    clientSecret: env.GITHUB_CLIENT_SECRET,
    authorizeUrl: `${url}/login/oauth/authorize`,
    tokenUrl: `${url}/login/oauth/access_token`,
    apiUrl: getGithubApi(url),
  }
}

/** GitHub Enterprise Server has its API below its own address. */
function getGithubApi(url: string): string {
  const { host, protocol } = new URL(url)
  return /^github\.com$|\.ghe\.com$/.test(host) ? `${protocol}//api.${host}` : `${url}/api/v3`
}
