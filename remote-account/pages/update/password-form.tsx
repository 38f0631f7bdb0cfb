import { ChangePasswordSchema } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { changePassword } from '../../account-api/account-api.ts'
import { CurrentPasswordField } from '../../form/current-password-field.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { NewPasswordField } from '../../form/new-password-field.tsx'

const changed = 'Password changed. You’ve been logged out everywhere else.'

/** Changes the password of a visitor who knows the current one. */
export function PasswordForm({ username }: { username: string }) {
  const form = useForm({
    id: 'password',
    schema: ChangePasswordSchema,
    resets: true,
    native: {
      action: accountPaths.changePassword,
      problems: ['no-password'],
      success: { id: 'password-changed', message: changed },
    },
    async send(values) {
      await changePassword(values)
      return changed
    },
  })
  return (
    <Form form={form} submit="Change password" busy="Changing your password…" tone="secondary">
      <CurrentPasswordField {...form.field('currentPassword')} label="Current password" username={username} />
      <NewPasswordField {...form.field('newPassword')} />
    </Form>
  )
}
