import { accountProblems } from '@portico/kit/account/problem.ts'
import { type Host, useHost } from '@portico/kit/contract/contract.ts'
import { verifiedMessage } from '@portico/kit/session/verified-message.ts'
import { useCallback, useEffect } from 'react'
import { AccountError } from '../../account-api/account-error.ts'
import { refreshSession } from '../../account-api/complete-sign-in.ts'
import { getError, useAsync } from '../../account-api/use-async.ts'

/**
 * The email address that is not verified yet. Loads again whenever the visitor returns to this tab: the link in the
 * email may have been opened elsewhere, and the shell then moves on.
 */
export function useUnverifiedEmail() {
  const host = useHost()
  const { state, reload } = useAsync(useCallback(() => loadVisitor(host), [host]))
  const visitor = state.status === 'loaded' ? state.value : null
  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') reload()
    }
    document.addEventListener('visibilitychange', reloadIfVisible)
    return () => document.removeEventListener('visibilitychange', reloadIfVisible)
  }, [reload])
  return { email: visitor?.email ?? null, error: getError(state), reload }
}

async function loadVisitor({ session, showMessage }: Host) {
  const visitor = await refreshSession(session)
  if (visitor === null) throw new AccountError({ code: accountProblems.notSignedIn })
  if (visitor.isVerify) showMessage?.(verifiedMessage)
  return visitor
}
