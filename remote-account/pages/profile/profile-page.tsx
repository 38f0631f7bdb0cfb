import { useSession } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import type { ReactNode } from 'react'
import { readProfile } from '../../account-api/account-api.ts'
import { useAnswer } from '../../account-api/use-async.ts'
import { FailureNotice } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { confirmedBy } from './confirmed-by.ts'
import styles from './profile-page.module.css'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** `/profile`: what the site knows of the visitor. */
export function ProfilePage() {
  const { record } = useSession()
  const { answer, again } = useAnswer(readProfile)
  const known = answer.status === 'answered' ? answer.value : null
  const visitor = known?.visitor ?? record
  return (
    <Card title="Profile" lead="What this site knows of you.">
      <dl className={styles.rows} aria-busy={answer.status === 'waiting'}>
        <Row term="Username" value={visitor?.username} />
        <Row term="Name" value={known?.profile.name} />
        <Row term="Email" value={known?.visitor.email} />
        <Row term="Confirmed by" value={visitor ? confirmedBy(visitor) : undefined} />
        <Row term="Member since" value={known ? day.format(new Date(known.profile.createdAt)) : undefined} />
      </dl>
      <FailureNotice failure={answer.status === 'failed' ? answer.failure : null} onRetry={again} />
      <div className={styles.links}>
        <Link className={getButtonClass()} to="/profile/update">
          Change profile
        </Link>
        <Link className={getButtonClass('secondary')} to="/logout">
          Log out
        </Link>
      </div>
    </Card>
  )
}

function Row({ term, value }: { term: string; value: string | undefined }) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>{value === undefined ? '…' : breakable(value)}</dd>
    </div>
  )
}

/** A long mail address goes on in the next line with its `@`, not in the middle of a name. */
function breakable(value: string): ReactNode {
  const at = value.lastIndexOf('@')
  if (at === -1) return value
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}
