import type { ProfileResponse } from '@portico/shared/account/account-api.ts'
import { NameSchema, UsernameSchema } from '@portico/shared/account/field-schemas.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { TextField } from '@portico/shared/ui/text-field.tsx'
import * as v from 'valibot'
import { updateProfile } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'
import { UsernameField } from '../../form/username-field.tsx'

const FormSchema = v.object({ name: NameSchema, username: UsernameSchema })

/** The name and the username. */
export function DetailsForm({ response }: { response: ProfileResponse }) {
  const { session } = useHost()
  const form = useForm({
    schema: FormSchema,
    asksBeforeLeaving: true,
    async send(values) {
      const { visitor } = await updateProfile(values)
      session.signIn(visitor)
      return 'Profile saved.'
    },
  })
  return (
    <Form form={form} submit="Save" busy="Saving your profile…">
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Used in the emails we send you."
        autoComplete="name"
        defaultValue={response.profile.name}
        required
      />
      <UsernameField {...form.field('username')} defaultValue={response.visitor.username} />
    </Form>
  )
}
