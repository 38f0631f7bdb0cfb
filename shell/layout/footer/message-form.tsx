import { getInputClass } from '@portico/shared/ui/input-class.ts'
import { type FormEvent, type InvalidEvent, useId, useState } from 'react'
import styles from './message-form.module.css'
import { whatsappLink } from './whatsapp-link.ts'

// Keeps the address under 5,000 characters, which every browser opens: a character takes nine in it at most.
const maxLength = 500

/** A line to the owner: opens WhatsApp in a new tab with the text written in. */
export function MessageForm({ phone }: { phone: string }) {
  const [error, setError] = useState<string | null>(null)
  const id = useId()
  // The browser's own check, with its bubble replaced by a text that stays beside the field.
  const refuse = (event: InvalidEvent<HTMLInputElement>) => {
    event.preventDefault()
    setError('Write a message first.')
    event.currentTarget.focus()
  }
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('message')
    if (typeof text === 'string') window.open(whatsappLink(phone, text), '_blank', 'noopener')
  }
  return (
    <form className={styles.form} onSubmit={open}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          Message me on WhatsApp
        </label>
        {error !== null && (
          <p id={`${id}-error`} className={styles.error}>
            {error}
          </p>
        )}
      </div>
      <div className={styles.line}>
        <input
          id={id}
          className={getInputClass()}
          name="message"
          autoComplete="off"
          enterKeyHint="send"
          required
          pattern=".*\S.*"
          maxLength={maxLength}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onInvalid={refuse}
          onInput={() => setError(null)}
        />
        <button className={styles.send} type="submit">
          Send
        </button>
      </div>
    </form>
  )
}
