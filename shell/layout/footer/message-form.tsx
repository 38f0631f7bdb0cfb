import { getWhatsAppLink, toWhatsAppNumber, whatsAppChat } from '@portico/kit/site/whatsapp-link.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import { type FormEvent, type InvalidEvent, useId, useState } from 'react'
import styles from './message-form.module.css'

// Keeps the URL below 5,000 characters, which every browser opens; one character takes up to nine.
const maxLength = 500

/**
 * A message to the owner: opens WhatsApp in a new tab with the text prefilled. The browser itself sends it there while the
 * script has not loaded.
 */
export function MessageForm({ phone }: { phone: string }) {
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  // Native validation, but the message stays next to the field instead of in a bubble.
  const showError = (event: InvalidEvent<HTMLInputElement>) => {
    event.preventDefault()
    setError('Write a message first.')
    event.currentTarget.focus()
  }
  const edit = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    cleanLine(currentTarget)
    setError(null)
  }
  return (
    <form
      className={styles.form}
      action={whatsAppChat}
      target="_blank"
      rel="noopener"
      onSubmit={(event) => openChat(event, phone)}
    >
      <input type="hidden" name="phone" value={toWhatsAppNumber(phone)} />
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          Message me on WhatsApp
        </label>
        <MessageError id={`${id}-error`} error={error} />
      </div>
      <div className={styles.line}>
        <input
          id={id}
          className={getInputClass()}
          name="text"
          autoComplete="off"
          enterKeyHint="send"
          required
          pattern="[^]*\S[^]*"
          maxLength={maxLength}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onInvalid={showError}
          onInput={edit}
        />
        <button className={styles.send} type="submit">
          Send
        </button>
      </div>
    </form>
  )
}

function MessageError({ id, error }: { readonly id: string; readonly error: string | null }) {
  if (error === null) return null
  return (
    <p id={id} className={styles.error}>
      {error}
    </p>
  )
}

function openChat(event: FormEvent<HTMLFormElement>, phone: string): void {
  event.preventDefault()
  const text = new FormData(event.currentTarget).get('text')
  if (typeof text === 'string') window.open(getWhatsAppLink(phone, text), '_blank', 'noopener')
}

// Line breaks that browsers leave in a single-line field: NEL, and the separators of lines and paragraphs.
const lineBreaks = /[\u0085\u2028\u2029]/g

/** Replaces pasted line breaks with spaces; the cursor stays. */
function cleanLine(input: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = input
  const cleaned = value.replace(lineBreaks, ' ')
  if (cleaned === value) return
  input.value = cleaned
  input.setSelectionRange(selectionStart, selectionEnd)
}
