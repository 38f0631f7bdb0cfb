import { EmptySchema, type SignInWithProviderSchema } from '@portico/shared/account/account-api.ts'
import type { ButtonTone } from '@portico/shared/ui/button.tsx'
import type { InferOutput } from 'valibot'
import { startProviderSignIn } from '../../account-api/account-api.ts'
import { findCookieProblem } from '../../account-api/account-error.ts'
import { Form, useForm } from '../../form/form.tsx'
import { useRedirectTarget } from '../../ui/redirect-parameter.ts'

type Provider = InferOutput<typeof SignInWithProviderSchema>['provider']

const names: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' }

/** Goes to a provider's sign-in page; the provider sends the visitor back to `/auth/google`. */
export function ProviderForm({ provider, tone }: { provider: Provider; tone: ButtonTone }) {
  const next = useRedirectTarget()
  const form = useForm({
    schema: EmptySchema,
    async send() {
      const problem = findCookieProblem()
      if (problem !== null) throw problem
      location.assign(await startProviderSignIn({ provider, next }))
    },
  })
  const name = names[provider]
  return <Form form={form} submit={`Continue with ${name}`} busy={`Opening ${name}…`} tone={tone} />
}
