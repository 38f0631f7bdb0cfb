import type { ProfileResponse } from '@portico/shared/account/account-api.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { readProfile } from '../../account-api/account-api.ts'
import { useAnswer } from '../../account-api/use-async.ts'
import { FailureNotice } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteForm } from './delete-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { FirstPassword } from './first-password.tsx'
import { PasswordForm } from './password-form.tsx'
import styles from './update-page.module.css'

/** `/profile/update`: changes what the site knows of the visitor. */
export function UpdatePage() {
  const { answer, again } = useAnswer(readProfile)
  return (
    <Card title="Update profile" links={<Link to="/profile">Back to the profile</Link>}>
      <FailureNotice failure={answer.status === 'failed' ? answer.failure : null} onRetry={again} />
      <div role="status">
        {answer.status === 'waiting' && <p className={styles.waiting}>Fetching your profile…</p>}
      </div>
      {answer.status === 'answered' && <Sections known={answer.value} />}
    </Card>
  )
}

function Sections({ known }: { known: ProfileResponse }) {
  const { profile, visitor } = known
  return (
    <>
      <DetailsForm known={known} />
      <section className={styles.section}>
        <h2>Password</h2>
        {profile.hasPassword ? (
          <PasswordForm username={visitor.username} />
        ) : (
          <FirstPassword email={visitor.email} />
        )}
      </section>
      <section className={styles.section}>
        <h2>Delete the account</h2>
        {profile.hasPassword ? (
          <DeleteForm username={visitor.username} />
        ) : (
          <p>
            Deleting needs a password, so that nobody else can do it from a browser you left open. Set one
            first.
          </p>
        )}
      </section>
    </>
  )
}
