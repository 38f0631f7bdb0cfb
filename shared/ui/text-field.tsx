import type { ComponentProps } from 'react'
import { FormField } from './form-field.tsx'
import { PasswordInput } from './password-input.tsx'

interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'id' | 'ref' | 'className' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: string
  readonly name: string
  /** What to enter, before anything is wrong. */
  readonly hint?: string | undefined
  /** What is wrong, and what to enter instead. */
  readonly error?: string | undefined
}

/** A labelled input with its hint and its error. `type="password"` brings a button that shows what was typed. */
export function TextField({ label, hint, error, ...rest }: TextFieldProps) {
  return (
    <FormField {...{ label, hint, error }}>
      {(control) =>
        rest.type === 'password' ? (
          <PasswordInput {...rest} {...control} what={label.toLowerCase()} />
        ) : (
          <input {...rest} {...control} />
        )
      }
    </FormField>
  )
}
