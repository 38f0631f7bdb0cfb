import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'
import { NewPasswordForm } from '../password-reset/new-password-form.tsx'

/** Sets the first password of a visitor from a provider; like every reset, it ends their session. */
export function FirstPassword({ email }: { email: string }) {
  const { session, showMessage } = useHost()
  const [isSent, setSent] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (isSent) box.current?.querySelector('input')?.focus()
  }, [isSent])
  const form = useForm({
    schema: EmptySchema,
    async send() {
      await requestPasswordReset({ email })
      setSent(true)
      return undefined
    },
  })
  const leave = () => {
    showMessage?.('Password set. You’ve been logged out everywhere. Log in with your new password.')
    session.signOut()
  }
  return (
    <>
      <p>
        You log in with a provider, so your account has no password yet. To set one, we’ll email you a code at{' '}
        {email}. Afterwards, you’ll have to log in again.
      </p>
      {!isSent && <Form form={form} submit="Send a code" busy="Sending the code…" tone="secondary" />}
      <Alert tone="success">{isSent ? `We’ve sent a code to ${email}.` : null}</Alert>
      {isSent && (
        <div ref={box}>
          <NewPasswordForm email={email} onSet={leave} />
        </div>
      )}
    </>
  )
}
