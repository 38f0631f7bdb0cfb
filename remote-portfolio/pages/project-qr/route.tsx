import messageCircleIcon from '@lucide/icons/icons/message-circle'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { createQrCode, drawQr } from '@portico/kit/qr-code.ts'
import { whenPairingStream } from '@portico/kit/site/owner-marks.ts'
import { getWhatsAppLink } from '@portico/kit/site/whatsapp-link.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { FormField } from '@portico/kit/ui/form-field.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { NoScriptNote } from '@portico/kit/ui/no-script-note.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { useMemo, useState } from 'react'
import { type BotContent, BotSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { PairingQr } from './pairing-qr.tsx'
import { QrActions } from './qr-actions.tsx'
import { QrImage } from './qr-image.tsx'
import styles from './route.module.css'

/** `/projects/:name/qr` of the owner's bots. */
export function Component() {
  return <ProjectQrPage bot={useContent(selections.bot, BotSchema).bot} />
}

/**
 * `/projects/:name/qr`: the QR code of a bot's WhatsApp link, or its pairing code where `pairingStreams` in the site's
 * configuration names the bot.
 */
function ProjectQrPage({ bot }: BotContent) {
  const { site } = useHost()
  const { slug, name } = bot
  // The keys reset the message when the visitor goes to another bot.
  return whenPairingStream(
    site,
    slug,
    (stream) => <PairingQr key={slug} slug={slug} name={name} stream={stream} />,
    () => <BotQr key={slug} bot={bot} />,
  )
}

function BotQr({ bot }: BotContent) {
  const { slug, name, phone } = bot
  const [message, setMessage] = useState(bot.message)
  // The build of the content has drawn the code of its own message.
  const isOwn = message === bot.message
  const link = isOwn ? bot.link : getWhatsAppLink(phone, message)
  const code = useMemo(() => createQrCode(link), [link])
  const title = `QR code for ${name}`
  const label = `QR code that opens a WhatsApp chat with ${name}`
  return (
    <div className={styles.page}>
      <PageHeader kicker={<Link to="/projects">Projects</Link>} title={title}>
        Scan the code with your phone to open a WhatsApp chat with the bot. Your first message is already
        typed in.
      </PageHeader>
      <div className={styles.columns}>
        <div className={styles.paper}>
          {code && <QrImage drawing={isOwn ? bot.qr : drawQr(code)} label={label} />}
          <p role="status" className={styles.missing}>
            {code === null && 'The message is too long for a QR code.'}
          </p>
        </div>
        <div className={styles.side}>
          <div className={styles.needsScript}>
            <Message message={message} onChange={setMessage} isTooLong={code === null} />
          </div>
          <div className={styles.link}>
            <h2 className={styles.label}>Link</h2>
            <p className={styles.linkUrl}>
              <span className={styles.linkText}>{link}</span>
            </p>
            <p className={styles.actions}>
              <CopyButton text={link} label="link" />
              <a className={getButtonClass('secondary')} href={link}>
                <Icon icon={messageCircleIcon} /> Open in WhatsApp
              </a>
            </p>
          </div>
          {code && <QrActions {...{ code, title, label }} stem={`${slug}-qr`} />}
          <NoScriptNote>To change the message or to download the code, turn on JavaScript.</NoScriptNote>
        </div>
      </div>
    </div>
  )
}

interface MessageProps {
  readonly message: string
  readonly isTooLong: boolean
  onChange(message: string): void
}

function Message({ message, isTooLong, onChange }: MessageProps) {
  const error = isTooLong ? 'Too long for a code that a phone can read. Shorten the message.' : undefined
  return (
    <FormField id="bot-message" label="First message (optional)" error={error}>
      {(control) => (
        <textarea
          {...control}
          className={`${control.className} ${styles.text}`}
          rows={3}
          value={message}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  )
}
