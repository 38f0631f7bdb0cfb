import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { getInputClass } from './input-class.ts'

/** What a control needs to belong to its label, its hint and its error. */
interface LabelledControl {
  readonly id: string
  readonly className: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FormFieldProps {
  readonly label: string
  /** What to enter, before anything is wrong. */
  readonly hint?: string | undefined
  /** What is wrong, and what to enter instead. */
  readonly error?: string | undefined
  /** Draws the control. */
  readonly children: (control: LabelledControl) => ReactNode
}

/** A control of a form with its label, its hint and its error. */
export function FormField({ label, hint, error, children }: FormFieldProps) {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  // The notes stand above the control: below it they would be under a list of suggestions or a phone's keyboard.
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
      {children({
        id,
        className: `${getInputClass()} ${styles.control}`,
        'aria-invalid': error !== undefined,
        'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
      })}
    </div>
  )
}
