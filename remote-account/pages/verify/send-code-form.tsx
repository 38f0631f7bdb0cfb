import { EmptySchema } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { accountProblems } from '@portico/kit/account/problem.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { sendCode } from '../../account-api/account-api.ts'
import { toAccountError } from '../../account-api/account-error.ts'
import { completeVerification } from '../../account-api/complete-sign-in.ts'
import { Form, useForm } from '../../form/form.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'

/** Sends another code; `onSent` is called when the previous one is no longer valid. */
export function SendCodeForm({ email, onSent }: { email: string | null; onSent: () => void }) {
  const host = useHost()
  const linkTo = useRedirectLink()
  const sent = `We’ve sent a new code to ${email ?? 'your email'}. Use the latest one.`
  const form = useForm({
    schema: EmptySchema,
    native: {
      action: linkTo(accountPaths.sendCode),
      problems: ['email-unavailable'],
      success: { id: 'code-sent', message: sent },
    },
    async send() {
      try {
        await sendCode()
        onSent()
        return sent
      } catch (thrown) {
        if (toAccountError(thrown).code !== accountProblems.alreadyVerified) throw thrown
        await completeVerification(host, null) // Verified by the link, in another browser.
      }
    },
  })
  return <Form form={form} submit="Send a new code" busy="Sending a new code…" tone="secondary" />
}
