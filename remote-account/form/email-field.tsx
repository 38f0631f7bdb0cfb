import { TextField } from '@portico/kit/ui/text-field.tsx'
import type { FieldProps } from './field-props.ts'

/** The field for an email address. */
export function EmailField(props: FieldProps & { readonly label?: string; readonly required?: boolean }) {
  return (
    <TextField
      label="Email"
      // Not `type="email"`: browsers replace the letters of an internationalised domain (`exämple.com` by `xn--…`).
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      {...props}
    />
  )
}
