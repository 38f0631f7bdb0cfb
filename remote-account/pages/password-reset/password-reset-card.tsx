import { Link } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { useKeepNext } from '../../ui/redirect-parameter.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestForm } from './request-code-form.tsx'

type Stage =
  | { readonly at: 'request' }
  | { readonly at: 'code'; readonly email: string }
  | { readonly at: 'done' }

/** The way to a new password: an address, the code that was mailed to it, the password. */
export function ResetCard() {
  const [stage, setStage] = useState<Stage>({ at: 'request' })
  const keepNext = useKeepNext()
  useHeadingFocus(stage.at)
  const back = <Link to={keepNext('/auth/login')}>Back to the login</Link>
  switch (stage.at) {
    case 'request':
      return (
        <Card title="Forgot your password?" lead="Enter your address, and we mail you a code." links={back}>
          <RequestForm onSent={(email) => setStage({ at: 'code', email })} />
        </Card>
      )
    case 'code':
      return (
        <Card
          title="Set a new password"
          lead={
            <>
              If <strong>{stage.email}</strong> has an account here, a mail with a six-digit code is on its
              way to it.
            </>
          }
          links={back}
        >
          <NewPasswordForm email={stage.email} onSet={() => setStage({ at: 'done' })} />
        </Card>
      )
    case 'done':
      return (
        <Card title="Your new password is set" lead="You are logged out everywhere else. Log in with it now.">
          <Link className={getButtonClass()} to={keepNext('/auth/login')}>
            Log in
          </Link>
        </Card>
      )
  }
}
