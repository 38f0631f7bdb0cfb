import { providerProblems } from '@portico/shared/account/problem.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { Notice } from '@portico/shared/ui/notice.tsx'
import { useKeepNext } from '../address/keep-next.ts'

/** Says why a provider has sent the visitor back without a sign-in; `error` is the code in the address. */
export function ReturnNotice({ error }: { error: string }) {
  const keepNext = useKeepNext()
  return (
    <Notice tone="danger">
      {sentenceFor(error)}
      {error === providerProblems.accountExists && (
        <>
          {' '}
          <Link to={keepNext('/auth/login', { forgot: '' })}>Set a new password</Link>
        </>
      )}
    </Notice>
  )
}

function sentenceFor(error: string): string {
  switch (error) {
    case providerProblems.cancelled:
      return 'You stopped the sign-in at the provider. Nothing was changed.'
    case providerProblems.emailUnverified:
      return 'The provider has not confirmed your mail address. Confirm it there, or use your email here.'
    case providerProblems.accountExists:
      return 'An account here has your address, but never confirmed it. If it is yours, log in with your email. If you did not make it, a new password makes it yours.'
    default:
      return 'The sign-in through the provider did not work. Try again, or use your email.'
  }
}
