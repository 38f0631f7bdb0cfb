import { ResetSchema } from '@portico/shared/account/account-api.ts'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import * as v from 'valibot'
import { reset } from '../../account-api/account-api.ts'
import { CodeField } from '../../form/code-field.tsx'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'

const EnteredSchema = v.omit(ResetSchema, ['email'])

/** Takes the code from the mail and a new password for the account with this address. */
export function NewPasswordForm({ email, onSet }: { email: string; onSet: () => void }) {
  const form = useForm({
    schema: EnteredSchema,
    async send(values) {
      await reset({ email, ...values })
      onSet()
    },
  })
  return (
    <Form form={form} submit="Set password" busy="Setting the password…">
      <CodeField {...form.field('code')} />
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...form.field('newPassword')}
        label="New password"
        type="password"
        hint="At least 8 characters."
        autoComplete="new-password"
        required
      />
    </Form>
  )
}
