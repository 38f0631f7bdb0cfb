import type { OAuthProvider } from '@portico/kit/account/account-api.ts'
import { loginPath, registerPath } from '@portico/kit/account/account-pages.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import type { Visitor } from '@portico/kit/session/session-record.ts'
import { whenSignInWith } from '@portico/kit/site/owner-marks.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import type { ReactNode } from 'react'
import { type AsyncState, getError } from '../../account-api/use-async.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import styles from './provider-card.module.css'
import { ProviderForm } from './provider-form.tsx'
import { ProviderResult } from './provider-result.tsx'

interface ProviderCardProps {
  readonly state: AsyncState<{
    readonly providers: readonly OAuthProvider[]
    readonly visitor: Visitor | null
  }>
  /** True: the visitor asked for Google. */
  readonly isGoogle: boolean
  readonly onRetry: () => void
}

/** Every way to log in to this site. */
export function ProviderCard({ state, isGoogle, onRetry }: ProviderCardProps) {
  const linkTo = useRedirectLink()
  const { site, signInWith: known } = useHost()
  const loaded = state.status === 'loaded' ? state.value : null
  const visitor = loaded?.visitor ?? null
  const signInWith = known ?? loaded?.providers ?? null
  return (
    <Card
      title="Log in"
      links={
        <p>
          No account yet? <Link to={linkTo(registerPath)}>Create an account</Link>
        </p>
      }
    >
      <ProviderResult />
      <ErrorAlert error={getError(state)} onRetry={onRetry} />
      <div role="status">
        {visitor !== null && <Status>You’re logged in as {visitor.username}.</Status>}
        {visitor === null && signInWith !== null && <Hint signInWith={signInWith} isGoogle={isGoogle} />}
        {signInWith === null && state.status === 'loading' && <Status>Loading…</Status>}
      </div>
      {visitor === null && signInWith !== null && (
        <ProviderForms signInWith={signInWith} isGoogle={isGoogle} />
      )}
      {whenSignInWith(
        { site, signInWith: signInWith ?? [] },
        'any',
        () => renderEmailLink(linkTo(loginPath), 'secondary'),
        () => renderEmailLink(linkTo(loginPath), signInWith === null ? 'secondary' : 'primary'),
      )}
    </Card>
  )
}

interface OfferedProps {
  readonly signInWith: readonly OAuthProvider[]
  readonly isGoogle: boolean
}

function ProviderForms({ signInWith, isGoogle }: OfferedProps) {
  const ways = { site: useHost().site, signInWith }
  return (
    <>
      {whenSignInWith(ways, 'google', () => (
        <ProviderForm provider="google" tone={isGoogle ? 'primary' : 'secondary'} />
      ))}
      {whenSignInWith(ways, 'github', () => (
        <ProviderForm provider="github" tone="secondary" />
      ))}
    </>
  )
}

function Hint({ signInWith, isGoogle }: OfferedProps) {
  const ways = { site: useHost().site, signInWith }
  const renderGoogleHint = () =>
    isGoogle &&
    whenSignInWith(
      ways,
      'google',
      () => <Status>Log in with Google: no new password to remember.</Status>,
      () => <Status>This site doesn’t offer login with Google.</Status>,
    )
  return whenSignInWith(ways, 'any', renderGoogleHint, () => (
    <Status>This site doesn’t offer login with Google or GitHub. Use your email instead.</Status>
  ))
}

function Status({ children }: { readonly children: ReactNode }) {
  return <p className={styles.status}>{children}</p>
}

function renderEmailLink(to: string, tone: 'primary' | 'secondary') {
  return (
    <Link className={`${getButtonClass(tone)} ${styles.email}`} to={to}>
      Log in with email
    </Link>
  )
}
