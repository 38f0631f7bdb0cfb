import { profilePath } from '@portico/kit/account/account-pages.ts'
import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import type { ReactNode } from 'react'
import { useProfile } from '../../account-api/use-profile.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteForm } from './delete-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { FirstPassword } from './first-password.tsx'
import { PasswordForm } from './password-form.tsx'
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
