import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { useState } from 'react'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'
import { NewPasswordForm } from '../password-reset/new-password-form.tsx'

/** Sets the first password of a visitor from a provider; like every reset, it ends their session. */
export function FirstPassword({ email }: { email: string }) {
  const { session } = useHost()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    schema: EmptySchema,
    async send() {
      await requestPasswordReset({ email })
      setSent(true)
      return `We’ve sent a code to ${email}.`
    },
  })
  return (
    <>
      <p>
        You sign in with a provider and have no password here. To set one, we’ll email a code to {email}.
        You’ll need to log in again afterwards.
      </p>
      <Form
        form={form}
        submit={isSent ? 'Send a new code' : 'Send a code'}
        busy="Sending the code…"
        tone="secondary"
      />
      {isSent && <NewPasswordForm email={email} onSet={() => session.signOut()} />}
    </>
  )
}
