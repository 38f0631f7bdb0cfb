import { TextField } from '@portico/kit/ui/text-field.tsx'

/** What a token or an account may do. */
export function ScopesField() {
  return (
    <TextField
      label="Scopes"
      name="scopes"
      hint="read or admin, or read, publish, rollout, rollback, switch or preview for a remote, such as rollback:catalogue, or for all, such as rollback:*. Separate them with spaces."
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** The scopes that were entered, separated by spaces or commas. */
export function splitScopes(form: FormData): string[] {
  return String(form.get('scopes'))
    .split(/[\s,]+/)
    .filter((scope) => scope !== '')
}
