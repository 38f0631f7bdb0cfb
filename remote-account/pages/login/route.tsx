import { SignInSchema } from '@portico/kit/account/account-api.ts'
import { loginPath, registerPath, resetView } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link, useSearchParams } from '@portico/kit/contract/router.ts'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { useLayoutEffect } from 'react'
import { signIn } from '../../account-api/account-api.ts'
import { completeSignIn } from '../../account-api/complete-sign-in.ts'
import { CurrentPasswordField } from '../../form/current-password-field.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { SignInLinks } from '../../form/sign-in-links.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useDestination } from '../../ui/use-destination.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { PasswordResetCard } from '../password-reset/password-reset-card.tsx'
import { loginTitle, resetTitle } from './titles.ts'

/** `/auth/login`; with `?forgot` the password reset. */
export function Component() {
  const [query] = useSearchParams()
  const isReset = query.has(resetView)
  useHeadingFocus(isReset)
  useTitle(isReset ? resetTitle : loginTitle)
  return isReset ? <PasswordResetCard /> : <LoginCard />
}

/** The shell sets the title of a page; this one has two views. */
function useTitle(title: string): void {
  const { name } = useHost().site
  useLayoutEffect(() => {
    document.title = `${title} | ${name}`
  }, [title, name])
}

function LoginCard() {
  const { session } = useHost()
  const linkTo = useRedirectLink()
  const destination = useDestination()
  const form = useForm({
    id: 'log-in',
    schema: SignInSchema,
    needsCookies: true,
    native: {
      action: linkTo(accountPaths.signIn),
      problems: ['sign-in-failed', 'not-signed-in', 'too-many-requests', 'unavailable'],
    },
    async send(values) {
      await completeSignIn(session, await signIn(values))
    },
  })
  return (
    <Card
      title="Log in"
      lead={
        destination && (
          <>
            Log in to open {destination}. Accounts are free. <Link to={linkTo(registerPath)}>Create one</Link>
          </>
        )
      }
      links={
        <SignInLinks question="No account yet?" path={registerPath} label="Create an account">
          <p>
            <Link to={linkTo(loginPath, { [resetView]: '' })}>Forgot your password?</Link>
          </p>
        </SignInLinks>
      }
    >
      <Form form={form} submit="Log in" busy="Logging in…">
        <TextField
          {...form.field('login')}
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
        <CurrentPasswordField {...form.field('password')} />
      </Form>
    </Card>
  )
}
