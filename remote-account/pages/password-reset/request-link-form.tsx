import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { TypedEmailSchema } from '@portico/kit/account/field-schemas.ts'
import * as v from 'valibot'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { EmailField } from '../../form/email-field.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'

const FormSchema = v.object({ email: TypedEmailSchema }) // as typed, because the next step shows it
const sent =
  'If this email has an account here, we’ve sent a link to it. Open it in any browser to set a new password. Not there? Check your spam folder, or send another link.'

/** The address to send a link to. */
export function RequestLinkForm({ onSent }: { onSent: (email: string) => void }) {
  const linkTo = useRedirectLink()
  const action = linkTo(accountPaths.requestReset)
  const form = useForm({
    id: 'reset',
    schema: FormSchema,
    native: {
      action,
      problems: ['email-unavailable', 'too-many-requests', 'unavailable'],
      success: { id: 'link-sent', message: sent },
    },
    async send({ email }) {
      await requestPasswordReset({ email }, action)
      onSent(email)
    },
  })
  return (
    <Form form={form} submit="Send a link" busy="Sending the link…">
      <EmailField {...form.field('email')} />
    </Form>
  )
}
