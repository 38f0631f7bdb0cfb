import { RequestResetSchema } from '@portico/shared/account/account-api.ts'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import { requestReset } from '../../account-api/account-api.ts'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'

/** Asks for the address to which a code is mailed. */
export function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    schema: RequestResetSchema,
    async send({ email }) {
      await requestReset({ email })
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
