import type { ProfileResponse } from '@portico/shared/account/account-api.ts'
import { profilePath } from '@portico/shared/account/account-pages.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { getProfile } from '../../account-api/account-api.ts'
import { getError, useAsync } from '../../account-api/use-async.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteForm } from './delete-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { FirstPassword } from './first-password.tsx'
import { PasswordForm } from './password-form.tsx'
import styles from './route.module.css'

/** `/profile/update`: changes the profile, the password or deletes the account. */
export function Component() {
  const { state, reload } = useAsync(getProfile)
  return (
    <Card title="Update profile" links={<Link to={profilePath}>Back to your profile</Link>}>
      <ErrorAlert error={getError(state)} onRetry={reload} />
      <div role="status">
        {state.status === 'loading' && <p className={styles.waiting}>Loading your profile…</p>}
      </div>
      {state.status === 'loaded' && <Sections response={state.value} />}
    </Card>
  )
}

function Sections({ response }: { response: ProfileResponse }) {
  const { profile, visitor } = response
  return (
    <>
      <DetailsForm response={response} />
      <section className={styles.section}>
        <h2>Password</h2>
        {profile.hasPassword ? (
          <PasswordForm username={visitor.username} />
        ) : (
          <FirstPassword email={visitor.email} />
        )}
      </section>
      <section className={styles.section}>
        <h2>Delete account</h2>
        {profile.hasPassword ? (
          <DeleteForm username={visitor.username} />
        ) : (
          <p>
            Set a password first. You need it to delete your account, so nobody else can do that from a
            browser you left open.
          </p>
        )}
      </section>
    </>
  )
}
