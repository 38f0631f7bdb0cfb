import type { ProfileResponse } from '@portico/shared/account/account-api.ts'
import { NameSchema, UsernameSchema } from '@portico/shared/account/field-schemas.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import * as v from 'valibot'
import { update } from '../../account-api/account-api.ts'
import { recordOf } from '../../account-api/complete-sign-in.ts'
import { Form } from '../../form/form.tsx'
import { useForm } from '../../form/use-form.ts'
import { UsernameField } from '../../form/username-field.tsx'

const DetailsSchema = v.object({ name: NameSchema, username: UsernameSchema })

/** Changes name and username. */
export function DetailsForm({ known }: { known: ProfileResponse }) {
  const { session } = useHost()
  const form = useForm({
    schema: DetailsSchema,
    async send(values) {
      const { visitor } = await update(values)
      session.signIn(recordOf(visitor))
      return 'Your profile is saved.'
    },
  })
  return (
    <Form form={form} submit="Save" busy="Saving your profile…">
      <TextField
        {...form.field('name')}
        label="Name"
        hint="What the site calls you in its mails."
        autoComplete="name"
        defaultValue={known.profile.name}
        required
      />
      <UsernameField {...form.field('username')} defaultValue={known.visitor.username} />
    </Form>
  )
}
