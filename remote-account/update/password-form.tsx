import { ChangePasswordSchema } from '@portico/shared/account/calls.ts'
import { Field } from '@portico/shared/ui/field.tsx'
import { changePassword } from '../account-api/account-api.ts'
import { Form } from '../form/form.tsx'
import { useForm } from '../form/use-form.ts'

/** Changes the password of somebody who knows the current one. */
export function PasswordForm({ username }: { username: string }) {
  const form = useForm({
    schema: ChangePasswordSchema,
    clears: true,
    async send(values) {
      await changePassword(values)
      return 'Your password is changed. You are logged out everywhere else.'
    },
  })
  return (
    <Form form={form} submit="Change password" busy="Changing the password…" tone="secondary">
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field
        {...form.field('currentPassword')}
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Field
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
