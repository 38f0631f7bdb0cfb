import { VerifySchema } from '@portico/shared/account/account-api.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { verify } from '../../account-api/account-api.ts'
import { enter } from '../../account-api/complete-sign-in.ts'
import { CodeField } from '../../form/code-field.tsx'
import { FailureNotice } from '../../form/error-alert.tsx'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'
import { Card } from '../../ui/card.tsx'
import { SendCodeForm } from './send-code-form.tsx'
import { useUnverified } from './use-unverified.ts'

/** `/profile/verify`: confirms the address by the code from the mail. */
export function VerifyPage() {
  const { session } = useHost()
  const { email, failure, again } = useUnverified()
  const form = useForm({
    schema: VerifySchema,
    async send(values) {
      await enter(session, await verify(values))
    },
  })
  return (
    <Card
      title="Confirm your email"
      lead={
        <>
          Enter the six digits from the mail to <strong>{email ?? 'your address'}</strong>, or open the link
          in it.
        </>
      }
      links={
        <p>
          Not your address? <Link to="/logout">Log out</Link>
        </p>
      }
    >
      <FailureNotice failure={failure} onRetry={again} />
      <Form form={form} submit="Verify" busy="Checking the code…">
        <CodeField {...form.field('code')} />
      </Form>
      <SendCodeForm email={email} />
    </Card>
  )
}
