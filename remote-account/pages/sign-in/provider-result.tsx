import { loginPath, resetView } from '@portico/kit/account/account-pages.ts'
import { accountProblems, oauthProblems } from '@portico/kit/account/problem.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { useState } from 'react'
import { type AccountError, clientProblems } from '../../account-api/account-error.ts'
import { NativeResult, useFragmentResult } from '../../form/native-result.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'

const problems = [
  ...Object.values(oauthProblems),
  accountProblems.providerUnavailable,
  accountProblems.providerUnknown,
  accountProblems.tooManyRequests,
  clientProblems.unavailable,
]

/** Explains why the visitor is not logged in: the provider sent them back without it, or could not be opened. */
export function ProviderResult() {
  const linkTo = useRedirectLink()
  const [error, setError] = useState<AccountError | null>(null)
  const claim = <Link to={linkTo(loginPath, { [resetView]: '' })}>Set a new password</Link>
  const native = { problems, problemLinks: { [oauthProblems.accountExists]: claim } }
  useFragmentResult(native, (result) => setError(result.error ?? null))
  return (
    <>
      <NativeResult {...native} />
      <Alert tone="danger">
        {error && (
          <>
            {error.message} {error.code === oauthProblems.accountExists && claim}
          </>
        )}
      </Alert>
    </>
  )
}
