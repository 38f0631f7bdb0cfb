import { EmptySchema } from '@portico/shared/account/account-api.ts'
import { UsernameSchema } from '@portico/shared/account/field-schemas.ts'
import type { Visitor } from '@portico/shared/account/session-response.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import * as v from 'valibot'
import { signOut, update } from '../../account-api/account-api.ts'
import { enter } from '../../account-api/complete-sign-in.ts'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'
import { UsernameField } from '../../form/username-field.tsx'
import { Card } from '../../ui/card.tsx'

const ChosenSchema = v.object({ username: UsernameSchema })

/** Asks a provider's visitor, once, for what they have none of there. */
export function UsernameCard({ visitor, onLeave }: { visitor: Visitor; onLeave: () => void }) {
  const { session } = useHost()
  const form = useForm({
    schema: ChosenSchema,
    async send(values) {
      await enter(session, (await update(values)).visitor)
    },
  })
  const leaving = useForm({
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
          One thing is missing for <strong>{visitor.email}</strong>. You can change it later.
        </>
      }
    >
      <Form form={form} submit="Save" busy="Saving the username…">
        <UsernameField {...form.field('username')} defaultValue={visitor.username} />
      </Form>
      <Form form={leaving} submit="Use another account" busy="Logging out…" tone="secondary" />
    </Card>
  )
}
