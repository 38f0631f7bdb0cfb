import { TextField } from '@portico/kit/ui/text-field.tsx'
import type { FieldProps } from './field-props.ts'

interface CurrentPasswordFieldProps extends FieldProps {
  readonly label?: string
  /** Tells password managers which account the password belongs to, where the form has no field for it. */
  readonly username?: string
}

/** The field for the password that the account has. */
export function CurrentPasswordField({ label = 'Password', username, ...props }: CurrentPasswordFieldProps) {
  return (
    <>
      {username !== undefined && (
        <input type="text" autoComplete="username" value={username} readOnly hidden />
      )}
      <TextField {...props} label={label} type="password" autoComplete="current-password" required />
    </>
  )
}
