import { EmptySchema } from '@portico/kit/account/account-api.ts'
import { loginPath, registerPath, resetView } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { OAuthProvider } from '@portico/kit/account/oauth-providers.ts'
import { accountProblems, oauthProblems } from '@portico/kit/account/problem.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import type { Visitor } from '@portico/kit/session/session-record.ts'
import { whenSignInWith } from '@portico/kit/site/owner-marks.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { type ButtonTone, getButtonClass } from '@portico/kit/ui/button.tsx'
import { type ReactNode, useState } from 'react'
import { startProviderSignIn } from '../../account-api/account-api.ts'
import { type AccountError, clientProblems, findCookieProblem } from '../../account-api/account-error.ts'
import { type AsyncState, getError } from '../../account-api/use-async.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { NativeResult, useFragmentResult } from '../../form/native-result.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink, useRedirectTarget } from '../../ui/redirect-parameter.ts'
import styles from './provider-card.module.css'

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

const names: Readonly<Record<OAuthProvider, string>> = { google: 'Google', github: 'GitHub' }

/** Goes to a provider's sign-in page; the provider sends the visitor back to `/auth/google`. */
function ProviderForm({ provider, tone }: { provider: OAuthProvider; tone: ButtonTone }) {
  const next = useRedirectTarget()
  const linkTo = useRedirectLink()
  const form = useForm({
    schema: EmptySchema,
    native: { action: linkTo(accountPaths.signInWithProvider), problems: [] }, // the page has the texts, once for all providers
    async send() {
      const problem = findCookieProblem()
      if (problem !== null) throw problem
      // A visitor who leaves meanwhile and comes back must not be sent on.
      const leaving = new AbortController()
      addEventListener('pagehide', () => leaving.abort(), { signal: leaving.signal })
      const url = await startProviderSignIn({ provider, next })
      if (!leaving.signal.aborted) location.assign(url)
    },
  })
  const name = names[provider]
  return (
    <Form form={form} submit={`Continue with ${name}`} busy={`Opening ${name}…`} tone={tone}>
      <input type="hidden" name="provider" value={provider} />
    </Form>
  )
}

const problems = [
  ...Object.values(oauthProblems),
  accountProblems.providerUnavailable,
  accountProblems.providerUnknown,
  accountProblems.tooManyRequests,
  clientProblems.unavailable,
]

/** Explains why the visitor is not logged in: the provider sent them back without it, or could not be opened. */
function ProviderResult() {
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
