import { loginPath } from '@portico/shared/account/account-pages.ts'
import { oauthProblems } from '@portico/shared/account/problem.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'

/** Explains why the visitor returned from a provider without being signed in; `code` is `?error=` in the URL. */
export function ProviderError({ code }: { code: string }) {
  const linkTo = useRedirectLink()
  return (
    <Alert tone="danger">
      {getMessage(code)}
      {code === oauthProblems.accountExists && (
        <>
          {' '}
          <Link to={linkTo(loginPath, { forgot: '' })}>Set a new password</Link>
        </>
      )}
    </Alert>
  )
}

function getMessage(code: string): string {
  switch (code) {
    case oauthProblems.cancelled:
      return 'You cancelled the login. Nothing was changed.'
    case oauthProblems.emailUnverified:
      return 'The provider hasn’t verified your email. Verify it there, or log in with your email here.'
    case oauthProblems.accountExists:
      return 'There’s already an account with your email, but the email was never verified. If the account is yours, log in with your email. If not, set a new password to claim it.'
    default:
      return 'Login with the provider failed. Try again or use your email.'
  }
}
