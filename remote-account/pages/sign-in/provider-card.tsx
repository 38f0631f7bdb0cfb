import { loginPath, registerPath } from '@portico/shared/account/account-pages.ts'
import { Link, useSearchParams } from '@portico/shared/contract/router.ts'
import type { Visitor } from '@portico/shared/session/session-record.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import type { Providers } from '../../account-api/load-providers.ts'
import { type AsyncState, getError } from '../../account-api/use-async.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import styles from './provider-card.module.css'
import { ProviderError } from './provider-error.tsx'
import { ProviderForm } from './provider-form.tsx'

interface ProviderCardProps {
  readonly state: AsyncState<{ readonly providers: Providers; readonly visitor: Visitor | null }>
  /** True: the visitor asked for Google. */
  readonly isGoogle: boolean
  readonly onRetry: () => void
}

/** Every way to log in to this site. */
export function ProviderCard({ state, isGoogle, onRetry }: ProviderCardProps) {
  const linkTo = useRedirectLink()
  const [query] = useSearchParams()
  const error = query.get('error')
  const hasProviders = state.status !== 'loaded' || Object.values(state.value.providers).includes(true)
  return (
    <Card
      title="Log in"
      links={
        <p>
          No account yet? <Link to={linkTo(registerPath)}>Create an account</Link>
        </p>
      }
    >
      {error !== null && <ProviderError code={error} />}
      <ErrorAlert error={getError(state)} onRetry={onRetry} />
      <div role="status">{renderStatus(state, isGoogle)}</div>
      {state.status === 'loaded' && state.value.visitor === null && (
        <ProviderForms providers={state.value.providers} isGoogle={isGoogle} />
      )}
      <Link
        className={`${getButtonClass(hasProviders ? 'secondary' : 'primary')} ${styles.email}`}
        to={linkTo(loginPath)}
      >
        Log in with email
      </Link>
    </Card>
  )
}

function ProviderForms({ providers, isGoogle }: { providers: Providers; isGoogle: boolean }) {
  return (
    <>
      {providers.google && <ProviderForm provider="google" tone={isGoogle ? 'primary' : 'secondary'} />}
      {providers.github && <ProviderForm provider="github" tone="secondary" />}
    </>
  )
}

function renderStatus(state: ProviderCardProps['state'], isGoogle: boolean) {
  if (state.status === 'failed') return null
  if (state.status === 'loading') return <p className={styles.status}>Loading…</p>
  const { providers, visitor } = state.value
  if (visitor !== null) return <p className={styles.status}>You’re logged in as {visitor.username}.</p>
  const hint = getHint(providers, isGoogle)
  return hint && <p className={styles.status}>{hint}</p>
}

function getHint({ google, github }: Providers, isGoogle: boolean): string | null {
  if (!google && !github) {
    return 'This site doesn’t offer login with Google or GitHub. Use your email instead.'
  }
  if (!isGoogle) return null
  return google
    ? 'Log in with Google: no new password to remember.'
    : 'This site doesn’t offer login with Google.'
}
