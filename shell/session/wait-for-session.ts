import type { SessionPort } from '@portico/shared/contract/contract.ts'

/** The visitor's state as soon as it is known: true signed in, false signed out, null unverified. */
export function waitForSession(session: SessionPort): Promise<boolean | null> {
  return new Promise((resolve) => {
    const stop = session.subscribe(settle)
    settle()
    function settle() {
      const { authenticated } = session.read()
      if (authenticated === undefined) return
      stop()
      resolve(authenticated)
    }
  })
}
