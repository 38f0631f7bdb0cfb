import { type SessionPort, useHost } from '@portico/shared/contract/contract.ts'
import { useCallback } from 'react'
import { getProviders } from '../../account-api/account-api.ts'
import { refreshSession } from '../../account-api/complete-sign-in.ts'
import { useAsync } from '../../account-api/use-async.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { ProviderCard } from './provider-card.tsx'
import { UsernameCard } from './username-card.tsx'

/** The ways to sign in. `isGoogle`: Google comes first, and the visitor may be signed in already. */
export function SignInPage({ isGoogle }: { isGoogle: boolean }) {
  const { session } = useHost()
  const load = useCallback(
    () => (isGoogle ? loadProvidersAndSession(session) : loadProviders()),
    [isGoogle, session],
  )
  const { state, reload } = useAsync(load)
  const visitor = state.status === 'loaded' ? state.value.visitor : null
  const needsUsername = visitor !== null && !visitor.done
  useHeadingFocus(needsUsername)
  return needsUsername ? (
    <UsernameCard visitor={visitor} onLeave={reload} />
  ) : (
    <ProviderCard state={state} isGoogle={isGoogle} onRetry={reload} />
  )
}

async function loadProviders() {
  return { providers: await getProviders(), visitor: null }
}

async function loadProvidersAndSession(session: SessionPort) {
  const [providers, visitor] = await Promise.all([getProviders(), refreshSession(session)])
  return { providers, visitor }
}
