import { useId } from 'react'
import styles from './parameter-field.module.css'

interface ChoiceFieldProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly required: boolean
  readonly onChange: (value: string) => void
}

/** The field of a parameter that takes one of several values. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, hint, error, value, options, required, onChange } = props
  const id = useId()
  const isOther = value !== '' && !options.some((option) => option.value === value)
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <select
        id={id}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={
          [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
        onChange={({ target }) => onChange(target.value)}
      >
        {(!required || value === '') && <option value="">left out</option>}
        {isOther && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
