import { TextField } from '@portico/shared/ui/text-field.tsx'

/** The field for an email address. */
export function EmailField({ name, error }: { readonly name: string; readonly error: string | undefined }) {
  return (
    <TextField
      name={name}
      error={error}
      label="Email"
      // Not `type="email"`: browsers replace the letters of an internationalised domain (`exämple.com` by `xn--…`).
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
