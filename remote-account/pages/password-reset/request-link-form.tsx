import { TypedEmailSchema } from '@portico/shared/account/field-schemas.ts'
import * as v from 'valibot'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { EmailField } from '../../form/email-field.tsx'
import { Form, useForm } from '../../form/form.tsx'

const FormSchema = v.object({ email: TypedEmailSchema }) // as typed, because the next step shows it

/** The address to send a link to. */
export function RequestLinkForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    schema: FormSchema,
    async send({ email }) {
      await requestPasswordReset({ email })
      onSent(email)
    },
  })
  return (
    <Form form={form} submit="Send a link" busy="Sending the link…">
      <EmailField {...form.field('email')} />
    </Form>
  )
}
