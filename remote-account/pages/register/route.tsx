import { SignUpSchema } from '@portico/kit/account/account-api.ts'
import { loginPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { signUp } from '../../account-api/account-api.ts'
import { clientProblems } from '../../account-api/account-error.ts'
import { completeSignIn } from '../../account-api/complete-sign-in.ts'
import { EmailField } from '../../form/email-field.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { NewPasswordField } from '../../form/new-password-field.tsx'
import { SignInLinks } from '../../form/sign-in-links.tsx'
import { UsernameField } from '../../form/username-field.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useDestination } from '../../ui/use-destination.ts'

/** `/auth/register`: creates an account. The shell then opens email verification. */
export function Component() {
  const { session } = useHost()
  const destination = useDestination()
  const linkTo = useRedirectLink()
  const form = useForm({
    id: 'sign-up',
    schema: SignUpSchema,
    needsCookies: true,
    native: {
      action: linkTo(accountPaths.signUp),
      problems: ['email-unavailable', 'too-many-requests', 'unavailable'],
    },
    async send(values) {
      await completeSignIn(session, await signUp(values), clientProblems.newSessionNotKept)
    },
  })
  return (
    <Card
      title="Create an account"
      lead={
        <>
          {destination && `Accounts are free. Create one to open ${destination}. `}
          We’ll email you a code to verify your address.
        </>
      }
      links={<SignInLinks question="Already have an account?" path={loginPath} label="Log in" />}
    >
      <Form form={form} submit="Create account" busy="Creating your account…">
        <UsernameField {...form.field('username')} />
        <EmailField {...form.field('email')} />
        <NewPasswordField {...form.field('password')} label="Password" />
      </Form>
    </Card>
  )
}
