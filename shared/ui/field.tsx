import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'
import { PasswordInput } from './password-input.tsx'

interface FieldProps
  extends Omit<ComponentProps<'input'>, 'id' | 'ref' | 'className' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: string
  readonly name: string
  /** What to enter, before anything is wrong. */
  readonly hint?: string | undefined
  /** What is wrong, and what to enter instead. */
  readonly error?: string | undefined
}

/** A labelled input with its hint and its error. `type="password"` brings a button that shows what was typed. */
export function Field({ label, hint, error, ...rest }: FieldProps) {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  const input = {
    ...rest,
    id,
    className: styles.input,
    'aria-invalid': error !== undefined,
    'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
  }
  // The notes stand above the input: below it they would be under a list of suggestions or a phone's keyboard.
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {rest.type === 'password' ? (
        <PasswordInput {...input} what={label.toLowerCase()} />
      ) : (
        <input {...input} />
      )}
    </div>
  )
}
