import { usernameView } from '@portico/kit/account/account-pages.ts'
import { type Host, useHost } from '@portico/kit/contract/contract.ts'
import { useSearchParams } from '@portico/kit/contract/router.ts'
import { useCallback } from 'react'
import { refreshSession } from '../../account-api/complete-sign-in.ts'
import { loadProviders } from '../../account-api/load-providers.ts'
import { getError, useAsync } from '../../account-api/use-async.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { ProviderCard } from './provider-card.tsx'
import { UsernameCard } from './username-card.tsx'

/** The ways to sign in. `isGoogle`: Google comes first, and the visitor may be signed in already. */
export function SignInPage({ isGoogle }: { isGoogle: boolean }) {
  const host = useHost()
  const [query] = useSearchParams()
  const { state, reload } = useAsync(useCallback(() => loadState(host, isGoogle), [host, isGoogle]))
  const visitor = state.status === 'loaded' ? state.value.visitor : null
  const isUsernameView = isGoogle && query.has(usernameView)
  const needsUsername = state.status === 'loaded' ? visitor !== null && !visitor.done : isUsernameView
  useHeadingFocus(needsUsername)
  return needsUsername ? (
    <UsernameCard visitor={visitor} error={getError(state)} onReload={reload} />
  ) : (
    <ProviderCard state={state} isGoogle={isGoogle} onRetry={reload} />
  )
}

async function loadState(host: Host, mayBeSignedIn: boolean) {
  const [providers, visitor] = await Promise.all([
    loadProviders(host),
    mayBeSignedIn ? refreshSession(host.session) : null,
  ])
  return { providers, visitor }
}
