import { ChangePasswordSchema, DeleteAccountSchema, EmptySchema } from '@portico/kit/account/account-api.ts'
import { profilePath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { NameSchema, UsernameSchema } from '@portico/kit/account/field-schemas.ts'
import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import {
  changePassword,
  deleteAccount,
  requestPasswordReset,
  updateProfile,
} from '../../account-api/account-api.ts'
import { useProfile } from '../../account-api/use-profile.ts'
import { CurrentPasswordField } from '../../form/current-password-field.tsx'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Form, useForm } from '../../form/form.tsx'
import { NewPasswordField } from '../../form/new-password-field.tsx'
import { UsernameField } from '../../form/username-field.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './route.module.css'

/** `/profile/update`: changes the profile, the password or deletes the account. */
export function Component() {
  const { profile, isLoading, error, reload } = useProfile()
  return (
    <Card title="Update profile" links={<Link to={profilePath}>Back to your profile</Link>}>
      <ErrorAlert error={error} onRetry={reload} />
      <div role="status">{isLoading && <p className={styles.waiting}>Loading your profile…</p>}</div>
      {profile && <Sections profile={profile} />}
    </Card>
  )
}

function Sections({ profile }: { profile: FormattedProfile }) {
  const { username, email, hasPassword } = profile
  return (
    <>
      <DetailsForm profile={profile} />
      <section className={styles.section}>
        <h2>Password</h2>
        <Choice hasPassword={hasPassword}>
          <PasswordForm username={username} />
          <FirstPassword email={email} />
        </Choice>
      </section>
      <section className={styles.section}>
        <h2>Delete account</h2>
        <Choice hasPassword={hasPassword}>
          <DeleteForm username={username} />
          <p>
            Set a password first. You need it to delete your account, so nobody else can do that from a
            browser you left open.
          </p>
        </Choice>
      </section>
    </>
  )
}

interface ChoiceProps {
  readonly hasPassword: string
  /** What a visitor with a password sees, and what one without. */
  readonly children: readonly [ReactNode, ReactNode]
}

/** The build doesn't know which of the two, so its HTML has both; the style sheet hides one. */
function Choice({ hasPassword, children: [withPassword, without] }: ChoiceProps) {
  const isHydrating = useIsHydrating()
  return (
    <div className={styles.choice} data-has-password={hasPassword}>
      <div className={`${styles.part} ${styles.withPassword}`} hidden={!isHydrating && hasPassword === 'no'}>
        {withPassword}
      </div>
      <div
        className={`${styles.part} ${styles.withoutPassword}`}
        hidden={!isHydrating && hasPassword === 'yes'}
      >
        {without}
      </div>
    </div>
  )
}

const FormSchema = v.object({ name: NameSchema, username: UsernameSchema })
const saved = 'Profile saved.'

function DetailsForm({ profile }: { profile: FormattedProfile }) {
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
        hint="Shown on your profile."
        autoComplete="name"
        defaultValue={profile.name}
        required
      />
      <UsernameField {...form.field('username')} defaultValue={profile.username} />
    </Form>
  )
}

const changed = 'Password changed. You’ve been logged out everywhere else.'

/** Changes the password of a visitor who knows the current one. */
function PasswordForm({ username }: { username: string }) {
  const form = useForm({
    id: 'password',
    schema: ChangePasswordSchema,
    resets: true,
    native: {
      action: accountPaths.changePassword,
      problems: ['no-password'],
      success: { id: 'password-changed', message: changed },
    },
    async send(values) {
      await changePassword(values)
      return changed
    },
  })
  return (
    <Form form={form} submit="Change password" busy="Changing your password…" tone="secondary">
      <CurrentPasswordField {...form.field('currentPassword')} label="Current password" username={username} />
      <NewPasswordField {...form.field('newPassword')} />
    </Form>
  )
}

/** Emails a link that sets the first password of a visitor from a provider; like every reset, it ends their session. */
function FirstPassword({ email }: { email: string }) {
  const sent = `We’ve sent a link to ${email}. Open it to set your password.`
  const form = useForm({
    schema: EmptySchema,
    native: {
      action: accountPaths.requestReset,
      problems: ['email-unavailable'],
      success: { id: 'link-sent', message: sent },
    },
    async send() {
      await requestPasswordReset({ email })
      return sent
    },
  })
  return (
    <>
      <p>
        You log in with a provider, so your account has no password yet. To set one, we’ll email you a link at{' '}
        {email}. Afterwards, you’ll have to log in again.
      </p>
      <Form form={form} submit="Send a link" busy="Sending the link…" tone="secondary">
        <input type="hidden" name="email" value={email} />
      </Form>
    </>
  )
}

/** Deletes the account. Collapsed, to prevent accidents on the page for changing details. */
function DeleteForm({ username }: { username: string }) {
  const { session, navigate, showMessage, setUnsavedChanges } = useHost()
  const form = useForm({
    id: 'delete',
    schema: DeleteAccountSchema,
    native: { action: accountPaths.deleteAccount, problems: [] }, // the page has their texts in another form
    async send(values) {
      await deleteAccount(values)
      showMessage?.('Your account was deleted.')
      setUnsavedChanges?.(false) // of the other form on this page
      session.signOut()
      navigate('/') // Otherwise the shell would ask the visitor to log in to this page again.
    },
  })
  return (
    <details>
      <summary>Delete {username} permanently</summary>
      <p>Your account, sessions and email address are deleted immediately. This can’t be undone.</p>
      <Form form={form} submit="Delete account" busy="Deleting your account…" tone="danger">
        <CurrentPasswordField {...form.field('password')} username={username} />
      </Form>
    </details>
  )
}
