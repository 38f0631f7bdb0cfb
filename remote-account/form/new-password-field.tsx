import { TextField } from '@portico/kit/ui/text-field.tsx'
import type { FieldProps } from './field-props.ts'

interface NewPasswordFieldProps extends FieldProps {
  readonly label?: string
}

/** The field in which a visitor chooses a password. */
export function NewPasswordField({ label = 'New password', ...props }: NewPasswordFieldProps) {
  return (
    <TextField
      {...props}
      label={label}
      type="password"
      hint="At least 8 characters. Three or four unrelated words work well."
      autoComplete="new-password"
      required
    />
  )
}
