import { VerifySchema } from '@portico/kit/account/account-api.ts'
import { logoutPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { verify } from '../../account-api/account-api.ts'
import { completeVerification } from '../../account-api/complete-sign-in.ts'
import { CodeField } from '../../form/code-field.tsx'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useDestination } from '../../ui/use-destination.ts'
import styles from './route.module.css'
import { SendCodeForm } from './send-code-form.tsx'
import { useUnverifiedEmail } from './use-unverified-email.ts'

/** `/profile/verify`: verifies the email address with the code that was sent to it. */
export function Component() {
  const host = useHost()
  const { email, error, reload } = useUnverifiedEmail()
  const destination = useDestination()
  const linkTo = useRedirectLink()
  const form = useForm({
    id: 'verify',
    schema: VerifySchema,
    native: {
      action: linkTo(accountPaths.verify),
      problems: ['too-many-requests', 'unavailable'],
    },
    async send(values) {
      await completeVerification(host, await verify(values))
    },
  })
  return (
    <Card
      title="Verify your email"
      lead={
        <>
          {destination && `Verify your email to open ${destination}. `}
          Enter the six-digit code or open the link that we sent to{' '}
          <strong className={styles.email}>{email ?? 'your email'}</strong>
        </>
      }
      links={
        <p>
          Wrong email? <Link to={logoutPath}>Log out</Link>
        </p>
      }
    >
      <ErrorAlert error={error} onRetry={reload} />
      <Form form={form} submit="Verify" busy="Checking the code…">
        <CodeField {...form.field('code')} />
      </Form>
      <SendCodeForm email={email} onSent={() => form.clear('code')} />
    </Card>
  )
}
