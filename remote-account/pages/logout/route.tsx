import { EmptySchema } from '@portico/kit/account/account-api.ts'
import { verifyPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { useHost, useSession } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { signOut } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'
import { Card } from '../../ui/card.tsx'

/** `/logout`: ends the session when the visitor confirms. */
export function Component() {
  const { session, showMessage } = useHost()
  const { authenticated, record } = useSession()
  const form = useForm({
    schema: EmptySchema,
    native: { action: accountPaths.signOut, problems: ['unavailable'] },
    async send() {
      await signOut()
      showMessage?.('You’ve been logged out.')
      session.signOut()
    },
  })
  return (
    <Card
      title="Log out"
      lead={
        <>
          You’re logged in
          {record && (
            <>
              {' '}
              as <strong>{record.username}</strong>
            </>
          )}
          .
        </>
      }
      links={authenticated ? <Link to="/">Stay logged in</Link> : <Link to={verifyPath}>Back</Link>}
    >
      <Form form={form} submit="Log out" busy="Logging out…" />
    </Card>
  )
}
