import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { accountProblems } from '@portico/shared/account/problem.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { sendCode } from '../../account-api/account-api.ts'
import { toFailure } from '../../account-api/account-error.ts'
import { enter } from '../../account-api/complete-sign-in.ts'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'

/** Has another code mailed. */
export function SendCodeForm({ email }: { email: string | null }) {
  const { session } = useHost()
  const form = useForm({
    schema: EmptySchema,
    async send() {
      try {
        await sendCode()
        return `A new code is on its way to ${email ?? 'your address'}. Use the newest one.`
      } catch (thrown) {
        if (toFailure(thrown).code !== accountProblems.alreadyVerified) throw thrown
        await enter(session, null) // by the link, in another browser
      }
    },
  })
  return <Form form={form} submit="Send a new code" busy="Sending a new code…" tone="secondary" />
}
