import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { whenSignInWith } from '@portico/kit/site/owner-marks.ts'
import { type ReactNode, useCallback } from 'react'
import { loadProviders } from '../account-api/load-providers.ts'
import { useAsync } from '../account-api/use-async.ts'
import { useRedirectLink } from '../ui/redirect-parameter.ts'

interface SignInLinksProps {
  /** The question that leads to the first link: `No account yet?` */
  readonly question: string
  /** Path and label of the page that answers it. */
  readonly path: string
  readonly label: string
  /** Further links. */
  readonly children?: ReactNode
}

/** The links below a sign-in form: the other form, and the providers if this site has any. */
export function SignInLinks({ question, path, label, children }: SignInLinksProps) {
  const linkTo = useRedirectLink()
  const host = useHost()
  const { state } = useAsync(useCallback(() => loadProviders(host), [host]))
  const signInWith = host.signInWith ?? (state.status === 'loaded' ? state.value : [])
  return (
    <>
      <p>
        {question} <Link to={linkTo(path)}>{label}</Link>
      </p>
      {children}
      {whenSignInWith({ site: host.site, signInWith }, 'any', () => (
        <p>
          <Link to={linkTo('/auth')}>Other ways to log in</Link>
        </p>
      ))}
    </>
  )
}
