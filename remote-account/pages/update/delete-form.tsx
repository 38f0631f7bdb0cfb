import { DeleteAccountSchema } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { deleteAccount } from '../../account-api/account-api.ts'
import { CurrentPasswordField } from '../../form/current-password-field.tsx'
import { Form, useForm } from '../../form/form.tsx'

/** Deletes the account. Collapsed, to prevent accidents on the page for changing details. */
export function DeleteForm({ username }: { username: string }) {
  const { session, navigate, showMessage, setUnsavedChanges } = useHost()
  const form = useForm({
    id: 'delete',
    schema: DeleteAccountSchema,
    native: { action: accountPaths.deleteAccount, problems: [] }, // the page has their texts in another form
    async send(values) {
      await deleteAccount(values)
      showMessage?.('Your account was deleted.')
      setUnsavedChanges?.(false) // of the other form on this page
      session.signOut()
      navigate('/') // Otherwise the shell would ask the visitor to log in to this page again.
    },
  })
  return (
    <details>
      <summary>Delete {username} permanently</summary>
      <p>Your account, sessions and email address are deleted immediately. This can’t be undone.</p>
      <Form form={form} submit="Delete account" busy="Deleting your account…" tone="danger">
        <CurrentPasswordField {...form.field('password')} username={username} />
      </Form>
    </details>
  )
}
