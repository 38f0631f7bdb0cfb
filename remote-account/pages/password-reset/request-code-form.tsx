import { RequestResetSchema } from '@portico/shared/account/account-api.ts'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'

/** The address to send a code to. */
export function RequestCodeForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    schema: RequestResetSchema,
    async send({ email }) {
      await requestPasswordReset({ email })
      onSent(email)
    },
  })
  return (
    <Form form={form} submit="Send a code" busy="Sending the code…">
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        required
      />
    </Form>
  )
}
