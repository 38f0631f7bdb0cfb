import { type SessionPort, useHost } from '@portico/shared/contract/contract.ts'
import { useCallback } from 'react'
import { readProviders } from '../../account-api/account-api.ts'
import { refreshSession } from '../../account-api/complete-sign-in.ts'
import { useAnswer } from '../../account-api/use-async.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { ProviderCard } from './provider-card.tsx'
import { UsernameCard } from './username-card.tsx'

/** `/auth`: the choice of how to sign in. */
export function SignInPage() {
  return <SignIn isGoogle={false} />
}

/** `/auth/google`: the same screen, Google first. Providers send their visitors back to here. */
export function GoogleSignInPage() {
  return <SignIn isGoogle />
}

function SignIn({ isGoogle }: { isGoogle: boolean }) {
  const { session } = useHost()
  const load = useCallback(() => (isGoogle ? readReturn(session) : readChoice()), [isGoogle, session])
  const { answer, again } = useAnswer(load)
  const visitor = answer.status === 'answered' ? answer.value.visitor : null
  const isUnnamed = visitor !== null && !visitor.done
  useHeadingFocus(isUnnamed)
  return isUnnamed ? (
    <UsernameCard visitor={visitor} onLeave={again} />
  ) : (
    <ProviderCard answer={answer} isGoogle={isGoogle} onRetry={again} />
  )
}

async function readChoice() {
  return { providers: await readProviders(), visitor: null }
}

async function readReturn(session: SessionPort) {
  const [providers, visitor] = await Promise.all([readProviders(), refreshSession(session)])
  return { providers, visitor }
}
