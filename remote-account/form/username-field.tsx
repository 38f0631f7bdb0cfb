import { TextField } from '@portico/kit/ui/text-field.tsx'
import type { FieldProps } from './field-props.ts'

interface UsernameFieldProps extends FieldProps {
  readonly defaultValue?: string
}

/** The field in which a visitor chooses a username. */
export function UsernameField(props: UsernameFieldProps) {
  return (
    <TextField
      {...props}
      label="Username"
      hint="3–30 letters, digits, underscores or dots."
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
