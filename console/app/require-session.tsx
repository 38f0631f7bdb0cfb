import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { checkSession } from './check-session.ts'
import { Notice } from './notice.tsx'
import { useSession } from './session-store.ts'

/** Shows its children to whoever is signed in and may do something; others sign in first, and come back. */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [problem, setProblem] = useState<string | null>(null)
  const isUnknown = session === undefined
  useEffect(() => {
    if (isUnknown) void checkSession().then(setProblem)
  }, [isUnknown])
  if (session === undefined) return problem && <Notice title="The console can’t be opened">{problem}</Notice>
  if (session === null)
    return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />
  if (session.scopes.length > 0) return children
  return (
    <Notice title={`${session.name} has no access yet`}>
      Ask an administrator of the site to run{' '}
      <code>npm run release -- grant {session.name} --scopes read</code>, or with the scopes that you need,
      such as <code>rollback:*</code>. Then reload this page.
    </Notice>
  )
}
