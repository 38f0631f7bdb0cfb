import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { accountProblems } from '@portico/shared/account/problem.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { sendCode } from '../../account-api/account-api.ts'
import { toAccountError } from '../../account-api/account-error.ts'
import { completeSignIn } from '../../account-api/complete-sign-in.ts'
import { Form, useForm } from '../../form/form.tsx'

/** Sends another code. */
export function SendCodeForm({ email }: { email: string | null }) {
  const { session } = useHost()
  const form = useForm({
    schema: EmptySchema,
    async send() {
      try {
        await sendCode()
        return `We’ve sent a new code to ${email ?? 'your email'}. Use the latest one.`
      } catch (thrown) {
        if (toAccountError(thrown).code !== accountProblems.alreadyVerified) throw thrown
        await completeSignIn(session, null) // Verified by the link, in another browser.
      }
    },
  })
  return <Form form={form} submit="Send a new code" busy="Sending a new code…" tone="secondary" />
}
