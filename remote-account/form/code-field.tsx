import { TextField } from '@portico/kit/ui/text-field.tsx'
import styles from './code-field.module.css'
import type { FieldProps } from './field-props.ts'

/** The field for the six digits of an emailed code. */
export function CodeField(props: FieldProps) {
  return (
    <div className={styles.code}>
      <TextField
        {...props}
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
      />
    </div>
  )
}
