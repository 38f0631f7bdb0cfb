import type { Site } from '@portico/kit/site/site.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { renderEmail } from '../../email/email-template.ts'
import type { Outbox } from '../../email/outbox.ts'
import type { NotificationText } from './describe-notification.ts'
import type { ChannelName } from './notification.ts'
import { DeliveryError, postJson } from './post-json.ts'
import { createWebhookHeaders } from './webhook-signature.ts'

interface OutgoingMessage {
  readonly id: string
  readonly type: string
  /** When it happened, in milliseconds since 1970. */
  readonly at: number
  readonly text: NotificationText
  /** For programs. */
  readonly data: object
  /** Whether it stays unresolved until someone acts. */
  readonly isUrgent: boolean
}

export interface Channel {
  readonly name: ChannelName
  /** Where it sends to, without a secret. */
  readonly target: string
  /** The setting to check if it fails. */
  readonly setting: string
  /** Longer than an attempt takes: after a crash, another server repeats it then. */
  readonly claimMs: number
  /** Sends once. Throws a DeliveryError that contains no secret. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>
}

interface ChannelServices {
  readonly configuration: Configuration
  readonly outbox: Outbox
  readonly site: Pick<Site, 'name'>
}

const postClaimMs = 20_000
const emailClaimMs = 60_000

/** The configured channels. */
export function openChannels({ configuration, outbox, site }: ChannelServices): Channel[] {
  const { notify, publicUrl } = configuration
  const address: Address = {
    site: publicUrl,
    console: configuration.console?.isPublic ? configuration.console.url : null,
  }
  const channels: Channel[] = []
  if (notify.webhook !== null) channels.push(createWebhookChannel(notify.webhook, address))
  if (notify.slack !== null) channels.push(createSlackChannel(notify.slack, address))
  if (notify.email !== null) {
    const to = { name: 'operator', address: notify.email }
    channels.push({
      name: 'email',
      target: notify.email,
      setting: 'NOTIFY_EMAIL, SMTP_URL and MAIL_FROM',
      claimMs: emailClaimMs,
      async send({ text }) {
        const { title, paragraphs, commands } = text
        const url = getConsoleUrl(address, text)
        const closing = getHint(publicUrl)
        const content = {
          site: site.name,
          subject: title,
          paragraphs,
          commands,
          closing,
          ...(url && { link: { label: linkLabel, url } }),
        }
        await outbox.deliver(renderEmail(to, content)).catch((error: Error) => {
          throw new DeliveryError(error.message)
        })
      },
    })
  }
  return channels
}

interface Address {
  readonly site: string
  /** null: browsers elsewhere don't reach it. */
  readonly console: string | null
}

const linkLabel = 'Open it in the console'

function getConsoleUrl(address: Address, { path }: NotificationText): string | null {
  return address.console && address.console + path
}

/** Writes urgent notifications to the log: the channel of a site that has no other. */
export function createLogChannel(log: Pick<FastifyBaseLogger, 'warn'>): Channel {
  return {
    name: 'log',
    target: 'log',
    setting: '',
    claimMs: postClaimMs,
    async send({ isUrgent, text: { title, paragraphs } }) {
      if (isUrgent)
        log.warn(
          `${title}. ${paragraphs.join(' ')} Set NOTIFY_WEBHOOK_URL, NOTIFY_SLACK_URL or NOTIFY_EMAIL to be notified.`,
        )
    },
  }
}

function createWebhookChannel(
  { url, secrets }: NonNullable<Configuration['notify']['webhook']>,
  address: Address,
): Channel {
  return {
    name: 'webhook',
    target: new URL(url).host,
    setting: 'NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET',
    claimMs: postClaimMs,
    async send({ id, type, at, text, data }, signal) {
      const timestamp = Math.floor(Date.now() / 1_000)
      const body = JSON.stringify({
        type,
        timestamp: new Date(at).toISOString(),
        data: {
          ...data,
          site: address.site,
          title: text.title,
          text: text.paragraphs.join('\n'),
          commands: text.commands,
          console: getConsoleUrl(address, text),
        },
      })
      await postJson(body, { url, signal, headers: createWebhookHeaders({ id, timestamp, body }, secrets) })
    },
  }
}

function createSlackChannel(url: string, address: Address): Channel {
  return {
    name: 'slack',
    target: new URL(url).host,
    setting: 'NOTIFY_SLACK_URL',
    claimMs: postClaimMs,
    async send({ text }, signal) {
      const { title, paragraphs, commands } = text
      const link = getConsoleUrl(address, text)
      const code = commands.length === 0 ? [] : [`\`\`\`${escapeSlack(commands.join('\n'))}\`\`\``]
      const lines = [
        `*${escapeSlack(title)}*`,
        ...paragraphs.map(escapeSlack),
        ...code,
        ...(link === null ? [] : [`<${escapeSlack(link)}|${linkLabel}>`]),
        escapeSlack(getHint(address.site)),
      ]
      await postJson(JSON.stringify({ text: lines.join('\n') }), { url, signal })
    },
  }
}

function getHint(site: string): string {
  return `Run the commands in the repository of the remote, with RELEASE_TOKEN set to your token. In the repository of the site, \`npm run release --\` takes the place of \`npx --no-install portico\` and needs RELEASE_URL=${site}, too.`
}

// Otherwise a reason could contain <!channel> and notify everyone.
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
