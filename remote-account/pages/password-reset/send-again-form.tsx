import { EmptySchema } from '@portico/kit/account/account-api.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { requestPasswordReset } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'
import { useRedirectLink } from '../../ui/redirect-parameter.ts'

/** Sends another link; never says whether the address has an account. */
export function SendAgainForm({ email }: { email: string }) {
  const linkTo = useRedirectLink()
  const form = useForm({
    schema: EmptySchema,
    async send() {
      await requestPasswordReset({ email }, linkTo(accountPaths.requestReset))
      return 'Check your email, and your spam folder. Earlier links still work for an hour.'
    },
  })
  return <Form form={form} submit="Send it again" busy="Sending it again…" tone="secondary" />
}
