import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'

/** Sends another code; never says whether the address has an account. */
export function NewCodeForm({ email, onSent }: { email: string; onSent: () => void }) {
  const form = useForm({
    schema: EmptySchema,
    async send() {
      await requestPasswordReset({ email })
      onSent()
      return 'Check your email for the new code. Only the latest one works.'
    },
  })
  return <Form form={form} submit="Send a new code" busy="Sending a new code…" tone="secondary" />
}
