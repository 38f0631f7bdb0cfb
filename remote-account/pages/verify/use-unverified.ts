import { accountProblems } from '@portico/shared/account/problem.ts'
import { type SessionPort, useHost } from '@portico/shared/contract/contract.ts'
import { useCallback, useEffect } from 'react'
import { AccountFailure } from '../../account-api/account-error.ts'
import { refreshSession } from '../../account-api/complete-sign-in.ts'
import { useAnswer } from '../../account-api/use-async.ts'

/**
 * The address that waits for its confirmation. Asks again whenever the visitor comes back to this tab, because the
 * link in the mail may have confirmed it elsewhere: the shell then goes on.
 */
export function useUnverified() {
  const { session } = useHost()
  const { answer, again } = useAnswer(useCallback(() => readSignedIn(session), [session]))
  const visitor = answer.status === 'answered' ? answer.value : null
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') again()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [again])
  return { email: visitor?.email ?? null, failure: answer.status === 'failed' ? answer.failure : null, again }
}

async function readSignedIn(session: SessionPort) {
  const visitor = await refreshSession(session)
  if (visitor === null) throw new AccountFailure({ code: accountProblems.notSignedIn })
  return visitor
}
