import { VerifySchema } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { TypedEmailSchema } from '@portico/kit/account/field-schemas.ts'
import { accountProblems } from '@portico/kit/account/problem.ts'
import { type Host, useHost } from '@portico/kit/contract/contract.ts'
import { verifiedMessage } from '@portico/kit/session/verified-message.ts'
import { useCallback, useEffect } from 'react'
import * as v from 'valibot'
import { sendCode, verify } from '../../account-api/account-api.ts'
import { AccountError, toAccountError } from '../../account-api/account-error.ts'
import { completeVerification, refreshSession } from '../../account-api/complete-sign-in.ts'
import { getError, useAsync } from '../../account-api/use-async.ts'
import { CodeField } from '../../form/code-field.tsx'
import { EmailField } from '../../form/email-field.tsx'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useDestination } from '../../ui/use-destination.ts'
import styles from './route.module.css'

/** `/profile/verify`: verifies the email address with the code that was sent to it. */
export function Component() {
  const host = useHost()
  const { email, error, reload } = useUnverifiedEmail()
  const destination = useDestination()
  const linkTo = useRedirectLink()
  const form = useForm({
    id: 'verify',
    schema: VerifySchema,
    native: {
      action: linkTo(accountPaths.verify),
      problems: ['too-many-requests', 'unavailable'],
    },
    async send(values) {
      await completeVerification(host, await verify(values))
    },
  })
  return (
    <Card
      title="Verify your email"
      lead={
        <>
          {destination && `Verify your email to open ${destination}. `}
          Enter the six-digit code or open the link that we sent to{' '}
          <strong className={styles.email}>{email ?? 'your email'}</strong>
        </>
      }
    >
      <ErrorAlert error={error} onRetry={reload} />
      <Form form={form} submit="Verify" busy="Checking the code…">
        <CodeField {...form.field('code')} />
      </Form>
      <SendCodeForm
        email={email}
        onSent={() => {
          form.clear('code')
          reload()
        }}
      />
    </Card>
  )
}

const SendCodeSchema = v.object({
  email: v.lazy((email) => (email === '' ? v.literal('') : TypedEmailSchema)),
})

/** Sends another code, also to another address; `onSent` is called when the previous one is no longer valid. */
function SendCodeForm({ email, onSent }: { email: string | null; onSent: () => void }) {
  const host = useHost()
  const linkTo = useRedirectLink()
  const describeSent = (to: string) => `We’ve sent a new code to ${to}. Use the latest one.`
  const form = useForm({
    id: 'send-code',
    schema: SendCodeSchema,
    resets: true,
    native: {
      action: linkTo(accountPaths.sendCode),
      problems: ['email-unavailable'],
      success: { id: 'code-sent', message: describeSent(email ?? 'your email') },
    },
    async send(values) {
      try {
        await sendCode(values)
        onSent()
        return describeSent(values.email || (email ?? 'your email'))
      } catch (thrown) {
        if (toAccountError(thrown).code !== accountProblems.alreadyVerified) throw thrown
        await completeVerification(host, null) // Verified by the link, in another browser.
      }
    },
  })
  return (
    <Form form={form} submit="Send a new code" busy="Sending a new code…" tone="secondary">
      <details>
        <summary>Wrong email?</summary>
        <EmailField {...form.field('email')} label="Your email" required={false} />
      </details>
    </Form>
  )
}

/**
 * The email address that is not verified yet. Loads again whenever the visitor returns to this tab: the link in the
 * email may have been opened elsewhere, and the shell then moves on.
 */
function useUnverifiedEmail() {
  const host = useHost()
  const { state, reload } = useAsync(useCallback(() => loadVisitor(host), [host]))
  const visitor = state.status === 'loaded' ? state.value : null
  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') reload()
    }
    document.addEventListener('visibilitychange', reloadIfVisible)
    return () => document.removeEventListener('visibilitychange', reloadIfVisible)
  }, [reload])
  return { email: visitor?.email ?? null, error: getError(state), reload }
}

async function loadVisitor({ session, showMessage }: Host) {
  const visitor = await refreshSession(session)
  if (visitor === null) throw new AccountError({ code: accountProblems.notSignedIn })
  if (visitor.isVerify) showMessage?.(verifiedMessage)
  return visitor
}
