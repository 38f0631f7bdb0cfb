import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { UsernameSchema } from '@portico/shared/account/field-schemas.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import type { Visitor } from '@portico/shared/session/session-record.ts'
import * as v from 'valibot'
import { signOut, updateProfile } from '../../account-api/account-api.ts'
import { completeSignIn } from '../../account-api/complete-sign-in.ts'
import { Form, useForm } from '../../form/form.tsx'
import { UsernameField } from '../../form/username-field.tsx'
import { Card } from '../../ui/card.tsx'

const FormSchema = v.object({ username: UsernameSchema })

interface UsernameCardProps {
  readonly visitor: Visitor
  readonly onLeave: () => void
}

/** Asks a visitor from a provider, once, for the username that providers don't supply. */
export function UsernameCard({ visitor, onLeave }: UsernameCardProps) {
  const { session } = useHost()
  const form = useForm({
    schema: FormSchema,
    async send(values) {
      await completeSignIn(session, (await updateProfile(values)).visitor)
    },
  })
  const signOutForm = useForm({
    schema: EmptySchema,
    async send() {
      await signOut()
      onLeave()
    },
  })
  return (
    <Card
      title="Choose a username"
      lead={
        <>
          One last step for <strong>{visitor.email}</strong>. You can change it later.
        </>
      }
    >
      <Form form={form} submit="Save" busy="Saving your username…">
        <UsernameField {...form.field('username')} defaultValue={visitor.username} />
      </Form>
      <Form form={signOutForm} submit="Use another account" busy="Logging out…" tone="secondary" />
    </Card>
  )
}
