import mailIcon from '@lucide/icons/icons/mail'
import messageCircleIcon from '@lucide/icons/icons/message-circle'
import { getWhatsAppLink, toWhatsAppNumber, whatsAppChat } from '@portico/kit/site/whatsapp-link.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { FormField } from '@portico/kit/ui/form-field.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { copyToClipboard } from '@portico/kit/ui/use-copy-state.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { type FormEvent, useState } from 'react'
import styles from './contact-form.module.css'

/** Keeps the link to WhatsApp short enough for every browser: encoded, a character takes up to nine. */
const maxLength = 1000

/** Chromium on Windows ignores a click that would open a longer email link. */
const maxEmailLink = 2000

/**
 * Opens the message in the visitor's own WhatsApp or email program; nothing is sent from here. The browser itself opens
 * WhatsApp while the script has not loaded.
 */
export function ContactForm({ phone, email }: { readonly phone: string; readonly email: string }) {
  const [isMissing, setMissing] = useState(false)
  const { notice, open } = useEmailProgram(email)
  const isHydrating = useIsHydrating()

  /** What to send; null if there is no message, which the form then says. */
  function readMessage(form: HTMLFormElement | null): Message | null {
    const message = form && readFields(form)
    setMissing(message?.text === '')
    if (message?.text !== '') return message
    form?.querySelector('textarea')?.focus()
    return null
  }

  function openWhatsApp(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const message = readMessage(event.currentTarget)
    if (message === null) return
    window.open(getWhatsAppLink(phone, addSignature(message)), '_blank', 'noopener')
  }

  return (
    <section className={styles.panel} aria-labelledby="contact-message">
      <h2 id="contact-message" className={styles.heading}>
        Write a message
      </h2>
      <form
        className={styles.form}
        action={whatsAppChat}
        target="_blank"
        rel="noopener"
        onSubmit={openWhatsApp}
        noValidate={!isHydrating} // before, the browser itself asks for a message
      >
        <input type="hidden" name="phone" value={toWhatsAppNumber(phone)} />
        <TextField
          id="contact-name"
          label="Your name (optional)"
          name="name"
          autoComplete="name"
          maxLength={80}
        />
        <FormField id="contact-text" label="Message" error={isMissing ? 'Write a message first.' : undefined}>
          {(control) => (
            <textarea
              {...control}
              className={`${control.className} ${styles.text}`}
              name="text"
              rows={8}
              required
              maxLength={maxLength}
              onInput={() => setMissing(false)}
            />
          )}
        </FormField>
        <p className={styles.actions}>
          <button type="submit" className={getButtonClass()}>
            <Icon icon={messageCircleIcon} /> Send on WhatsApp
          </button>
          <button
            type="button"
            className={`${getButtonClass('secondary')} ${styles.email}`}
            onClick={({ currentTarget }) => void open(readMessage(currentTarget.form))}
          >
            <Icon icon={mailIcon} /> Send by email
          </button>
        </p>
        <p role="status">{notice}</p>
      </form>
    </section>
  )
}

/** Opens a message in the email program. One that is too long for a link is copied, for the visitor to paste. */
function useEmailProgram(email: string) {
  const [isCopied, setCopied] = useState(false)
  const open = async (message: Message | null) => {
    if (message === null) return
    const link = getEmailLink(email, message)
    const copies = link.length > maxEmailLink && (await copyToClipboard(addSignature(message)))
    setCopied(copies)
    window.open(copies ? getEmailLink(email, { ...message, text: '' }) : link, '_self')
  }
  const notice =
    isCopied && 'Your message is too long for an email link. It has been copied: paste it into the email.'
  return { notice, open }
}

interface Message {
  readonly name: string
  readonly text: string
}

function readFields(form: HTMLFormElement): Message {
  const data = new FormData(form)
  const value = (key: string) => {
    const entry = data.get(key)
    return typeof entry === 'string' ? entry.trim().toWellFormed() : ''
  }
  return { name: value('name'), text: value('text') }
}

function addSignature({ text, name }: Message): string {
  return name === '' ? text : `${text}\n\n${name}`
}

/** `mailto:` with subject and text; line ends as RFC 6068, section 5 requires. */
function getEmailLink(email: string, message: Message): string {
  const { name } = message
  const subject = name === '' ? 'Message from your site' : `Message from ${name}`
  const body = message.text === '' ? '' : addSignature(message).replace(/\r?\n/g, '\r\n')
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
