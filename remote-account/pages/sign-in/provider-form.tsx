import { EmptySchema, type OAuthProvider } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { ButtonTone } from '@portico/kit/ui/button.tsx'
import { startProviderSignIn } from '../../account-api/account-api.ts'
import { findCookieProblem } from '../../account-api/account-error.ts'
import { Form, useForm } from '../../form/form.tsx'
import { useRedirectLink, useRedirectTarget } from '../../ui/redirect-parameter.ts'

const names: Readonly<Record<OAuthProvider, string>> = { google: 'Google', github: 'GitHub' }

/** Goes to a provider's sign-in page; the provider sends the visitor back to `/auth/google`. */
export function ProviderForm({ provider, tone }: { provider: OAuthProvider; tone: ButtonTone }) {
  const next = useRedirectTarget()
  const linkTo = useRedirectLink()
  const form = useForm({
    schema: EmptySchema,
    native: { action: linkTo(accountPaths.signInWithProvider), problems: [] }, // the page has the texts, once for all providers
    async send() {
      const problem = findCookieProblem()
      if (problem !== null) throw problem
      // A visitor who leaves meanwhile and comes back must not be sent on.
      const leaving = new AbortController()
      addEventListener('pagehide', () => leaving.abort(), { signal: leaving.signal })
      const url = await startProviderSignIn({ provider, next })
      if (!leaving.signal.aborted) location.assign(url)
    },
  })
  const name = names[provider]
  return (
    <Form form={form} submit={`Continue with ${name}`} busy={`Opening ${name}…`} tone={tone}>
      <input type="hidden" name="provider" value={provider} />
    </Form>
  )
}
