import { accountProblems } from '@portico/shared/account/problem.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { useEffect } from 'react'
import { readVisitor } from '../../account-api/account-api.ts'
import { AccountFailure } from '../../account-api/account-error.ts'
import { recordOf } from '../../account-api/complete-sign-in.ts'
import { useAnswer } from '../../account-api/use-async.ts'

/**
 * The address that waits for its confirmation. Asks again whenever the visitor comes back to this tab, because the
 * link in the mail may have confirmed it elsewhere: the shell then goes on.
 */
export function useUnverified() {
  const { session } = useHost()
  const { answer, again } = useAnswer(readSignedIn)
  const visitor = answer.status === 'answered' ? answer.value : null
  useEffect(() => {
    if (visitor?.isVerify || visitor?.github || visitor?.gmail) session.signIn(recordOf(visitor))
  }, [visitor, session])
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') again()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [again])
  return { email: visitor?.email ?? null, failure: answer.status === 'failed' ? answer.failure : null, again }
}

async function readSignedIn() {
  const visitor = await readVisitor()
  if (visitor === null) throw new AccountFailure({ code: accountProblems.notSignedIn })
  return visitor
}
