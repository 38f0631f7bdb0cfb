import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { accountProblems } from '@portico/shared/account/problem.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { sendCode } from '../../account-api/account-api.ts'
import { toAccountError } from '../../account-api/account-error.ts'
import { completeVerification } from '../../account-api/complete-sign-in.ts'
import { Form, useForm } from '../../form/form.tsx'

/** Sends another code; `onSent` is called when the previous one is no longer valid. */
export function SendCodeForm({ email, onSent }: { email: string | null; onSent: () => void }) {
  const host = useHost()
  const form = useForm({
    schema: EmptySchema,
    async send() {
      try {
        await sendCode()
        onSent()
        return `We’ve sent a new code to ${email ?? 'your email'}. Use the latest one.`
      } catch (thrown) {
        if (toAccountError(thrown).code !== accountProblems.alreadyVerified) throw thrown
        await completeVerification(host, null) // Verified by the link, in another browser.
      }
    },
  })
  return <Form form={form} submit="Send a new code" busy="Sending a new code…" tone="secondary" />
}
