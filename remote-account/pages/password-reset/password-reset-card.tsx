import { Link } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestCodeForm } from './request-code-form.tsx'

type Step =
  | { readonly name: 'email' }
  | { readonly name: 'password'; readonly email: string }
  | { readonly name: 'done' }

/** Resets a password in two steps: the email address, then the code that was sent to it with a new password. */
export function PasswordResetCard() {
  const [step, setStep] = useState<Step>({ name: 'email' })
  const linkTo = useRedirectLink()
  useHeadingFocus(step.name)
  const back = <Link to={linkTo('/auth/login')}>Back to login</Link>
  switch (step.name) {
    case 'email':
      return (
        <Card title="Reset your password" lead="Enter your email and we’ll send you a code." links={back}>
          <RequestCodeForm onSent={(email) => setStep({ name: 'password', email })} />
        </Card>
      )
    case 'password':
      return (
        <Card
          title="Set a new password"
          lead={
            <>
              If <strong>{step.email}</strong> has an account here, we’ve sent a six-digit code to it.
            </>
          }
          links={back}
        >
          <NewPasswordForm email={step.email} onSet={() => setStep({ name: 'done' })} />
        </Card>
      )
    case 'done':
      return (
        <Card
          title="Password changed"
          lead="You’ve been logged out everywhere. Log in with your new password."
        >
          <Link className={getButtonClass()} to={linkTo('/auth/login')}>
            Log in
          </Link>
        </Card>
      )
  }
}
