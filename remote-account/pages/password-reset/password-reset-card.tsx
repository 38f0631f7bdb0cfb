import { EmptySchema } from '@portico/kit/account/account-api.ts'
import { loginPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { TypedEmailSchema } from '@portico/kit/account/field-schemas.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { EmailField } from '../../form/email-field.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'

/** Emails a link that resets a password; the page that it opens is the server's. */
export function PasswordResetCard() {
  const [email, setEmail] = useState<string | null>(null)
  const linkTo = useRedirectLink()
  useHeadingFocus(email)
  const back = <Link to={linkTo(loginPath)}>Back to login</Link>
  if (email === null)
    return (
      <Card title="Reset your password" lead="Enter your email and we’ll send you a link." links={back}>
        <RequestLinkForm onSent={setEmail} />
      </Card>
    )
  return (
    <Card
      title="Check your email"
      lead={
        <>
          If <strong>{email}</strong> has an account here, we’ve sent a link to it. Open it in any browser to
          set a new password.
        </>
      }
      links={back}
    >
      <SendAgainForm email={email} />
    </Card>
  )
}

const FormSchema = v.object({ email: TypedEmailSchema }) // as typed, because the next step shows it
const sent =
  'If this email has an account here, we’ve sent a link to it. Open it in any browser to set a new password. Not there? Check your spam folder, or send another link.'

function RequestLinkForm({ onSent }: { onSent: (email: string) => void }) {
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

/** Sends another link; never says whether the address has an account. */
function SendAgainForm({ email }: { email: string }) {
  const linkTo = useRedirectLink()
  const form = useForm({
    schema: EmptySchema,
    async send() {
      await requestPasswordReset({ email }, linkTo(accountPaths.requestReset))
      return 'Check your email, and your spam folder. Earlier links still work for an hour.'
    },
  })
  return <Form form={form} submit="Send it again" busy="Sending it again…" tone="secondary" />
}
