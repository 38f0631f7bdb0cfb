import { oauthProblems } from '@portico/shared/account/problem.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { useKeepNext } from '../../ui/redirect-parameter.ts'

/** Says why a provider has sent the visitor back without a sign-in; `error` is the code in the address. */
export function ReturnNotice({ error }: { error: string }) {
  const keepNext = useKeepNext()
  return (
    <Alert tone="danger">
      {sentenceFor(error)}
      {error === oauthProblems.accountExists && (
        <>
          {' '}
          <Link to={keepNext('/auth/login', { forgot: '' })}>Set a new password</Link>
        </>
      )}
    </Alert>
  )
}

function sentenceFor(error: string): string {
  switch (error) {
    case oauthProblems.cancelled:
      return 'You stopped the sign-in at the provider. Nothing was changed.'
    case oauthProblems.emailUnverified:
      return 'The provider has not confirmed your mail address. Confirm it there, or use your email here.'
    case oauthProblems.accountExists:
      return 'An account here has your address, but never confirmed it. If it is yours, log in with your email. If you did not make it, a new password makes it yours.'
    default:
      return 'The sign-in through the provider did not work. Try again, or use your email.'
  }
}
