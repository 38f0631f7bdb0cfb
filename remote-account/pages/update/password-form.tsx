import { ChangePasswordSchema } from '@portico/shared/account/account-api.ts'
import { changePassword } from '../../account-api/account-api.ts'
import { CurrentPasswordField } from '../../form/current-password-field.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { NewPasswordField } from '../../form/new-password-field.tsx'

/** Changes the password of a visitor who knows the current one. */
export function PasswordForm({ username }: { username: string }) {
  const form = useForm({
    schema: ChangePasswordSchema,
    resets: true,
    async send(values) {
      await changePassword(values)
      return 'Password changed. You’ve been logged out everywhere else.'
    },
  })
  return (
    <Form form={form} submit="Change password" busy="Changing your password…" tone="secondary">
      <CurrentPasswordField {...form.field('currentPassword')} label="Current password" username={username} />
      <NewPasswordField {...form.field('newPassword')} />
    </Form>
  )
}
