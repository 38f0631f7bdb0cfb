import { consolePaths } from '@portico/protocol/console-paths.ts'
import { SignInMethodsSchema } from '@portico/protocol/tokens/console-session.ts'
import { Page } from '../app/page.tsx'
import { useSession } from '../app/session-store.ts'
import { useResource } from '../app/use-resource.ts'
import { Grants } from './grants.tsx'
import { Tokens } from './tokens.tsx'

/** Who may use the release API: tokens, and accounts with scopes. */
export function AccessPage() {
  const hasAccounts = useResource(consolePaths.signInMethods, SignInMethodsSchema).data?.accounts ?? false
  const isAdmin = useSession()?.scopes.includes('admin') ?? false
  return (
    <Page title="Access">
      {isAdmin ? (
        <>
          <Tokens />
          {hasAccounts && <Grants />}
        </>
      ) : (
        <p>Tokens and grants need the scope admin. Ask an administrator of the site.</p>
      )}
    </Page>
  )
}
