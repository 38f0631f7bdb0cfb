import { formatProfile } from '@portico/kit/account/formatted-profile.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { useState } from 'react'
import { getProfile } from './account-api.ts'
import { getError, useAsync } from './use-async.ts'

/** The visitor's profile: what the server has filled into the page, until it has been loaded. */
export function useProfile() {
  const { profile: filled } = useHost()
  const isHydrating = useIsHydrating()
  // Only while the page that the server has sent is hydrated: the visitor may have changed it since.
  const [sent] = useState(isHydrating ? (filled ?? null) : null)
  const { state, reload } = useAsync(getProfile)
  const profile = state.status === 'loaded' ? formatProfile(state.value) : sent
  return {
    /** null: it is loading, or could not be loaded. */
    profile,
    isLoading: profile === null && state.status === 'loading',
    error: getError(state),
    reload,
  }
}
