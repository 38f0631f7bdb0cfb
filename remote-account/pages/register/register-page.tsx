import { SignUpSchema } from '@portico/shared/account/account-api.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import { signUp } from '../../account-api/account-api.ts'
import { enter } from '../../account-api/complete-sign-in.ts'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'
import { UsernameField } from '../../form/username-field.tsx'
import { Card } from '../../ui/card.tsx'
import { useKeepNext } from '../../ui/redirect-parameter.ts'

/** `/auth/register`: makes an account. The shell then shows the page that confirms the address. */
export function RegisterPage() {
  const { session } = useHost()
  const keepNext = useKeepNext()
  const form = useForm({
    schema: SignUpSchema,
    async send(values) {
      await enter(session, await signUp(values))
    },
  })
  return (
    <Card
      title="Create an account"
      lead="We mail you a code to confirm your address."
      links={
        <>
          <p>
            Have an account already? <Link to={keepNext('/auth/login')}>Log in</Link>
          </p>
          <p>
            <Link to={keepNext('/auth')}>Other ways to sign in</Link>
          </p>
        </>
      }
    >
      <Form form={form} submit="Create account" busy="Creating the account…">
        <UsernameField {...form.field('username')} />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          required
        />
        <TextField
          {...form.field('password')}
          label="Password"
          type="password"
          hint="At least 8 characters. Three or four unrelated words make a good one."
          autoComplete="new-password"
          required
        />
      </Form>
    </Card>
  )
}
