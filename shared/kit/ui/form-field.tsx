import { type ReactNode, useId } from 'react'
import styles from './form-field.module.css'
import { getInputClass } from './input-class.ts'

/** Props that connect a control to its label, hint and error. */
interface ControlProps {
  readonly id: string
  readonly className: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FormFieldProps {
  /** Unique on the page. A prerendered page needs one: hydration would generate another. */
  readonly id?: string | undefined
  readonly label: string
  /** What to enter. */
  readonly hint?: string | undefined
  /** What is wrong and how to fix it. */
  readonly error?: string | undefined
  /** Renders the control. */
  readonly children: (control: ControlProps) => ReactNode
}

/** A form control with its label, hint and error. */
export function FormField({ id: givenId, label, hint, error, children }: FormFieldProps) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  // Above the control: below it a list of suggestions or a phone's keyboard would cover them.
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
        'aria-describedby': descriptions.length > 0 ? descriptions.join(' ') : undefined,
      })}
    </div>
  )
}
