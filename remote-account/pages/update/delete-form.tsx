import { DeleteAccountSchema } from '@portico/shared/account/account-api.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import { deleteAccount } from '../../account-api/account-api.ts'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'

/** Removes the account, out of the way of whoever only wants to change something. */
export function DeleteForm({ username }: { username: string }) {
  const { session, navigate } = useHost()
  const form = useForm({
    schema: DeleteAccountSchema,
    async send(values) {
      await deleteAccount(values)
      session.signOut()
      navigate('/') // the shell would ask to log in again, to this page
    },
  })
  return (
    <details>
      <summary>Delete {username} for good</summary>
      <p>The account, its sessions and its address are removed at once. Nobody can bring them back.</p>
      <Form form={form} submit="Delete the account" busy="Deleting the account…" tone="danger">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <TextField
          {...form.field('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
    </details>
  )
}
