import type { SessionPort } from '@portico/shared/contract/contract.ts'

/** Resolves with the visitor's state once it is known: true signed in, false signed out, null unverified. */
export function waitForSession(session: SessionPort): Promise<boolean | null> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(check)
    check()
    function check() {
      const { authenticated } = session.read()
      if (authenticated === undefined) return
      unsubscribe()
      resolve(authenticated)
    }
  })
}
