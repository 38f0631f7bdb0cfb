import type { ComponentProps } from 'react'
import { FormField } from './form-field.tsx'
import { PasswordInput } from './password-input.tsx'

interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'ref' | 'className' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: string
  readonly name: string
  /** What to enter. */
  readonly hint?: string | undefined
  /** What is wrong and how to fix it. */
  readonly error?: string | undefined
}

/** A labelled input with a hint and an error. `type="password"` adds a show/hide toggle. */
export function TextField({ id, label, hint, error, ...rest }: TextFieldProps) {
  return (
    <FormField id={id} label={label} hint={hint} error={error}>
      {(control) =>
        rest.type === 'password' ? (
          <PasswordInput {...rest} {...control} label={label.toLowerCase()} />
        ) : (
          <input {...rest} {...control} />
        )
      }
    </FormField>
  )
}
