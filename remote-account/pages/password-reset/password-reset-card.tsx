import { loginPath } from '@portico/kit/account/account-pages.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { RequestLinkForm } from './request-link-form.tsx'
import { SendAgainForm } from './send-again-form.tsx'

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
