import { TextField } from '@portico/shared/ui/text-field.tsx'
import styles from './code-field.module.css'

interface CodeFieldProps {
  readonly name: string
  readonly error: string | undefined
}

/** Where the six digits from a mail go, with or without the spaces that came along. */
export function CodeField(props: CodeFieldProps) {
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
