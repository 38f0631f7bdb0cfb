import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { NameSchema, UsernameSchema } from '@portico/kit/account/field-schemas.ts'
import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import * as v from 'valibot'
import { updateProfile } from '../../account-api/account-api.ts'
import { Form, useForm } from '../../form/form.tsx'
import { UsernameField } from '../../form/username-field.tsx'

const FormSchema = v.object({ name: NameSchema, username: UsernameSchema })
const saved = 'Profile saved.'

/** The name and the username. */
export function DetailsForm({ profile }: { profile: FormattedProfile }) {
  const { session } = useHost()
  const form = useForm({
    id: 'details',
    schema: FormSchema,
    asksBeforeLeaving: true,
    native: {
      action: accountPaths.update,
      problems: ['invalid-request', 'too-many-requests', 'unavailable'],
      success: { id: 'profile-saved', message: saved },
    },
    async send(values) {
      const { visitor } = await updateProfile(values)
      session.signIn(visitor)
      return saved
    },
  })
  return (
    <Form form={form} submit="Save" busy="Saving your profile…">
      <TextField
        {...form.field('name')}
        label="Name"
        hint="Used in the emails we send you."
        autoComplete="name"
        defaultValue={profile.name}
        required
      />
      <UsernameField {...form.field('username')} defaultValue={profile.username} />
    </Form>
  )
}
