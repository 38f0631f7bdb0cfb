import { EmptySchema } from '@portico/kit/account/account-api.ts'
import { usernameView } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { UsernameSchema } from '@portico/kit/account/field-schemas.ts'
import { type Host, useHost } from '@portico/kit/contract/contract.ts'
import { useSearchParams } from '@portico/kit/contract/router.ts'
import type { Visitor } from '@portico/kit/session/session-record.ts'
import { useCallback, useLayoutEffect } from 'react'
import * as v from 'valibot'
import { signOut, updateProfile } from '../../account-api/account-api.ts'
import type { AccountError } from '../../account-api/account-error.ts'
import { completeSignIn, refreshSession } from '../../account-api/complete-sign-in.ts'
import { loadProviders } from '../../account-api/load-providers.ts'
import { getError, useAsync } from '../../account-api/use-async.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { UsernameField } from '../../form/username-field.tsx'
import { Card } from '../../ui/card.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'
import { useHeadingFocus } from '../../ui/use-heading-focus.ts'
import { ProviderCard } from './provider-card.tsx'

/** The ways to sign in. `isGoogle`: Google comes first, and the visitor may be signed in already. */
export function SignInPage({ isGoogle }: { isGoogle: boolean }) {
  const host = useHost()
  const [query] = useSearchParams()
  const { state, reload } = useAsync(useCallback(() => loadState(host, isGoogle), [host, isGoogle]))
  const visitor = state.status === 'loaded' ? state.value.visitor : null
  const isUsernameView = isGoogle && query.has(usernameView)
  const needsUsername = state.status === 'loaded' ? visitor !== null && !visitor.done : isUsernameView
  useHeadingFocus(needsUsername)
  return needsUsername ? (
    <UsernameCard visitor={visitor} error={getError(state)} onReload={reload} />
  ) : (
    <ProviderCard state={state} isGoogle={isGoogle} onRetry={reload} />
  )
}

async function loadState(host: Host, mayBeSignedIn: boolean) {
  const [providers, visitor] = await Promise.all([
    loadProviders(host),
    mayBeSignedIn ? refreshSession(host.session) : null,
  ])
  return { providers, visitor }
}

const FormSchema = v.object({ username: UsernameSchema })

interface UsernameCardProps {
  /** null while it loads. */
  readonly visitor: Visitor | null
  readonly error: AccountError | null
  readonly onReload: () => void
}

/** Asks a visitor from a provider, once, for the username that providers don't supply. */
function UsernameCard({ visitor, error, onReload }: UsernameCardProps) {
  const { session } = useHost()
  const linkTo = useRedirectLink()
  const form = useForm({
    id: 'choose',
    schema: FormSchema,
    native: {
      action: linkTo(accountPaths.update),
      problems: ['not-signed-in', 'too-many-requests', 'unavailable'],
    },
    async send(values) {
      await completeSignIn(session, (await updateProfile(values)).visitor)
    },
  })
  const usernameField = form.field('username')
  useSelectedSuggestion(usernameField.id, visitor?.username)
  const signOutForm = useForm({
    schema: EmptySchema,
    native: { action: linkTo(accountPaths.signOut), problems: [] },
    async send() {
      await signOut()
      onReload()
    },
  })
  return (
    <Card
      title="Choose a username"
      lead={
        <>
          One last step
          {visitor && (
            <>
              {' '}
              for <strong>{visitor.email}</strong>
            </>
          )}
          . You can change it later.
        </>
      }
    >
      <ErrorAlert error={error} onRetry={onReload} />
      <Form form={form} submit="Save" busy="Saving your username…">
        <UsernameField {...usernameField} defaultValue={visitor?.username ?? ''} />
      </Form>
      <Form form={signOutForm} submit="Use another account" busy="Logging out…" tone="secondary" />
    </Card>
  )
}

/** Selects a suggestion that comes while its field has the focus: the visitor was about to type, and replaces it. */
function useSelectedSuggestion(fieldId: string | undefined, suggestion: string | undefined): void {
  useLayoutEffect(() => {
    const { activeElement: field } = document
    const isSuggested =
      field instanceof HTMLInputElement && field.id === fieldId && field.value === suggestion
    if (isSuggested) field.select()
  }, [fieldId, suggestion])
}
