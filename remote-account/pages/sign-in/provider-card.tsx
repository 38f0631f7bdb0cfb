import type { OAuthProvidersResponseSchema } from '@portico/shared/account/account-api.ts'
import type { Visitor } from '@portico/shared/account/session-response.ts'
import { Link, useSearchParams } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import type { InferOutput } from 'valibot'
import type { Answer } from '../../account-api/use-async.ts'
import { FailureNotice } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { useKeepNext } from '../../ui/redirect-parameter.ts'
import styles from './provider-card.module.css'
import { ProviderForm } from './provider-form.tsx'
import { ReturnNotice } from './return-notice.tsx'

type Providers = InferOutput<typeof OAuthProvidersResponseSchema>

interface ProviderCardProps {
  readonly answer: Answer<{ readonly providers: Providers; readonly visitor: Visitor | null }>
  /** True: Google is what the visitor came for. */
  readonly isGoogle: boolean
  readonly onRetry: () => void
}

/** Every way to sign in that this site has. */
export function ProviderCard({ answer, isGoogle, onRetry }: ProviderCardProps) {
  const keepNext = useKeepNext()
  const [query] = useSearchParams()
  const error = query.get('error')
  const hasProviders = answer.status !== 'answered' || Object.values(answer.value.providers).includes(true)
  return (
    <Card
      title="Sign in"
      links={
        <p>
          No account yet? <Link to={keepNext('/auth/register')}>Create an account</Link>
        </p>
      }
    >
      {error !== null && <ReturnNotice error={error} />}
      <FailureNotice failure={answer.status === 'failed' ? answer.failure : null} onRetry={onRetry} />
      <div role="status">{statusOf(answer, isGoogle)}</div>
      {answer.status === 'answered' && answer.value.visitor === null && (
        <ProviderForms providers={answer.value.providers} isGoogle={isGoogle} />
      )}
      <Link
        className={`${getButtonClass(hasProviders ? 'secondary' : 'primary')} ${styles.mail}`}
        to={keepNext('/auth/login')}
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

function statusOf(answer: ProviderCardProps['answer'], isGoogle: boolean) {
  if (answer.status === 'failed') return null
  if (answer.status === 'waiting') return <p className={styles.status}>Looking up the ways to sign in…</p>
  const { providers, visitor } = answer.value
  if (visitor !== null) return <p className={styles.status}>You are signed in as {visitor.username}.</p>
  const sentence = sentenceFor(providers, isGoogle)
  return sentence && <p className={styles.status}>{sentence}</p>
}

function sentenceFor({ google, github }: Providers, isGoogle: boolean): string | null {
  if (!google && !github) {
    return 'Sign-in with Google or GitHub is not set up on this site. Your email works just as well.'
  }
  if (!isGoogle) return null
  return google
    ? 'With Google there is no new password to remember.'
    : 'Sign-in with Google is not set up on this site.'
}
