import { ResetSchema } from '@portico/shared/account/account-api.ts'
import * as v from 'valibot'
import { resetPassword } from '../../account-api/account-api.ts'
import { CodeField } from '../../form/code-field.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { NewPasswordField } from '../../form/new-password-field.tsx'
import { NewCodeForm } from './new-code-form.tsx'

const FormSchema = v.omit(ResetSchema, ['email'])

/** The emailed code and a new password for the account with this address, or another code. */
export function NewPasswordForm({ email, onSet }: { email: string; onSet: () => void }) {
  const form = useForm({
    schema: FormSchema,
    async send(values) {
      await resetPassword({ email, ...values })
      onSet()
    },
  })
  return (
    <>
      <Form form={form} submit="Set password" busy="Setting your password…">
        <CodeField {...form.field('code')} />
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField {...form.field('newPassword')} />
      </Form>
      <NewCodeForm email={email} onSent={() => form.clear('code')} />
    </>
  )
}
