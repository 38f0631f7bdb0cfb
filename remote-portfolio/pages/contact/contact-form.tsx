import mailIcon from '@lucide/icons/icons/mail'
import messageCircleIcon from '@lucide/icons/icons/message-circle'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { FormField } from '@portico/shared/ui/form-field.tsx'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import { getWhatsAppLink, toWhatsAppNumber, whatsAppChat } from '@portico/shared/whatsapp-link.ts'
import { type FormEvent, useState } from 'react'
import styles from './contact-form.module.css'

/** Keeps the link short enough for every browser and email program: encoded, a character takes up to nine. */
const maxLength = 1000

interface ContactFormProps {
  readonly phone: string
  readonly email: string
}

/**
 * Opens the message in the visitor's own WhatsApp or email program; nothing is sent from here. The browser itself opens
 * WhatsApp while the script has not loaded.
 */
export function ContactForm({ phone, email }: ContactFormProps) {
  const [isMissing, setMissing] = useState(false)

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const { name, text } = readFields(form)
    setMissing(text === '')
    if (text === '') {
      form.querySelector('textarea')?.focus()
      return
    }
    const { submitter } = event.nativeEvent as SubmitEvent // React has no type for it.
    if (submitter?.getAttribute('value') === 'email') window.open(getEmailLink(email, name, text), '_self')
    else window.open(getWhatsAppLink(phone, addSignature(text, name)), '_blank', 'noopener')
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
        onSubmit={send}
        noValidate
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
          <button type="submit" className={getButtonClass()} value="whatsapp">
            <Icon icon={messageCircleIcon} /> Send on WhatsApp
          </button>
          <button type="submit" className={`${getButtonClass('secondary')} ${styles.email}`} value="email">
            <Icon icon={mailIcon} /> Send by email
          </button>
        </p>
      </form>
    </section>
  )
}

function readFields(form: HTMLFormElement): { name: string; text: string } {
  const data = new FormData(form)
  const value = (key: string) => {
    const entry = data.get(key)
    return typeof entry === 'string' ? entry.trim().toWellFormed() : ''
  }
  return { name: value('name'), text: value('text') }
}

function addSignature(text: string, name: string): string {
  return name === '' ? text : `${text}\n\n${name}`
}

/** `mailto:` with subject and text; line ends as RFC 6068, section 5 requires. */
function getEmailLink(email: string, name: string, text: string): string {
  const subject = name === '' ? 'Message from your site' : `Message from ${name}`
  const body = addSignature(text, name).replace(/\r?\n/g, '\r\n')
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
