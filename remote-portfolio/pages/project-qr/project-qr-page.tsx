import messageCircleIcon from '@lucide/icons/icons/message-circle'
import type { Project } from '@portico/shared/content/content.ts'
import { PageNotFound, useHost } from '@portico/shared/contract/contract.ts'
import { Link, useParams } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { CopyButton } from '@portico/shared/ui/copy-button.tsx'
import { FormField } from '@portico/shared/ui/form-field.tsx'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { getWhatsAppLink } from '@portico/shared/whatsapp-link.ts'
import { useState } from 'react'
import { PageHead } from '../../ui/page-header/page-header.tsx'
import { PairingQr } from './pairing-qr.tsx'
import styles from './project-qr-page.module.css'
import { QrActions } from './qr-actions.tsx'
import { qrCodeOf } from './qr-code.ts'
import { QrImage } from './qr-image.tsx'

/**
 * `/projects/:name/qr`: the QR code of a bot's WhatsApp link, or the code that pairs it where the site's configuration
 * names a stream of those. Page Not Found for whatever is no bot.
 */
export function ProjectQrPage({ projects }: { readonly projects: readonly Project[] }) {
  const { site } = useHost()
  const { name } = useParams()
  const project = projects.find(({ slug }) => slug === name)
  const bot = project?.bot
  if (project === undefined || bot === undefined) {
    throw new PageNotFound(`No project named "${name}" is a bot.`)
  }
  const streams = site.pairingStreams ?? {}
  const stream = Object.hasOwn(streams, project.slug) ? streams[project.slug] : undefined
  if (stream !== undefined) {
    return <PairingQr key={project.slug} slug={project.slug} name={project.name} stream={stream} />
  }
  return (
    // The key: another bot's page begins with that bot's own message.
    <BotQr key={project.slug} slug={project.slug} name={project.name} phone={bot.phone} first={bot.message} />
  )
}

interface BotQrProps {
  readonly slug: string
  readonly name: string
  readonly phone: string
  readonly first: string | undefined
}

function BotQr({ slug, name, phone, first = '' }: BotQrProps) {
  const [message, setMessage] = useState(first)
  const link = getWhatsAppLink(phone, message)
  const code = qrCodeOf(link)
  const title = `QR code of ${name}`
  const label = `QR code that opens WhatsApp with ${name}`
  return (
    <div className={styles.page}>
      <PageHead kicker={<Link to="/projects">Projects</Link>} title={title}>
        Scan it with a phone: WhatsApp opens a chat with the bot, with your first message already typed in.
      </PageHead>
      <div className={styles.columns}>
        <div className={styles.paper}>
          {code && <QrImage code={code} label={label} />}
          <p role="status" className={styles.none}>
            {code === null && 'No code: the message is too long.'}
          </p>
        </div>
        <div className={styles.side}>
          <Message message={message} change={setMessage} isTooLong={code === null} />
          <div className={styles.link}>
            <h2 className={styles.label}>Link</h2>
            <p className={styles.address}>
              <span className={styles.addressText}>{link}</span>
            </p>
            <p className={styles.actions}>
              <CopyButton text={link} label="link" />
              <a className={getButtonClass('secondary')} href={link}>
                <Icon icon={messageCircleIcon} /> Open in WhatsApp
              </a>
            </p>
          </div>
          {code && <QrActions code={code} stem={`${slug}-qr`} title={title} label={label} />}
        </div>
      </div>
    </div>
  )
}

interface MessageProps {
  readonly message: string
  readonly isTooLong: boolean
  change(message: string): void
}

function Message({ message, isTooLong, change }: MessageProps) {
  const error = isTooLong
    ? 'This message is too long for a code that a phone can read. Shorten it.'
    : undefined
  return (
    <FormField label="First message (optional)" error={error}>
      {(control) => (
        <textarea
          {...control}
          className={`${control.className} ${styles.text}`}
          rows={3}
          value={message}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FormField>
  )
}
