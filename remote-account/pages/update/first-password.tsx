import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'

/** Emails a link that sets the first password of a visitor from a provider; like every reset, it ends their session. */
export function FirstPassword({ email }: { email: string }) {
  const form = useForm({
    schema: EmptySchema,
    async send() {
      await requestPasswordReset({ email })
      return `We’ve sent a link to ${email}. Open it to set your password.`
    },
  })
  return (
    <>
      <p>
        You log in with a provider, so your account has no password yet. To set one, we’ll email you a link at{' '}
        {email}. Afterwards, you’ll have to log in again.
      </p>
      <Form form={form} submit="Send a link" busy="Sending the link…" tone="secondary" />
    </>
  )
}
