import { EmptySchema } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'

/** Emails a link that sets the first password of a visitor from a provider; like every reset, it ends their session. */
export function FirstPassword({ email }: { email: string }) {
  const sent = `We’ve sent a link to ${email}. Open it to set your password.`
  const form = useForm({
    schema: EmptySchema,
    native: {
      action: accountPaths.requestReset,
      problems: ['email-unavailable'],
      success: { id: 'link-sent', message: sent },
    },
    async send() {
      await requestPasswordReset({ email })
      return sent
    },
  })
  return (
    <>
      <p>
        You log in with a provider, so your account has no password yet. To set one, we’ll email you a link at{' '}
        {email}. Afterwards, you’ll have to log in again.
      </p>
      <Form form={form} submit="Send a link" busy="Sending the link…" tone="secondary">
        <input type="hidden" name="email" value={email} />
      </Form>
    </>
  )
}
