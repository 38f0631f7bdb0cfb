import { logoutPath, profileUpdatePath } from '@portico/shared/account/account-pages.ts'
import { useSession } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { formatDate } from '@portico/shared/format.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import type { ReactNode } from 'react'
import { getProfile } from '../../account-api/account-api.ts'
import { getError, useAsync } from '../../account-api/use-async.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import { formatVerification } from './format-verification.ts'
import styles from './route.module.css'

/** `/profile`: what the site knows about the visitor. */
export function Component() {
  const { record } = useSession()
  const { state, reload } = useAsync(getProfile)
  const response = state.status === 'loaded' ? state.value : null
  const visitor = response?.visitor ?? record
  return (
    <Card title="Profile" lead="What this site knows about you.">
      <dl className={styles.rows} aria-busy={state.status === 'loading'}>
        <Row term="Username" value={visitor?.username} />
        <Row term="Name" value={response?.profile.name} />
        <Row term="Email" value={response?.visitor.email} />
        <Row term="Verified by" value={visitor ? formatVerification(visitor) : undefined} />
        <Row term="Member since" value={response ? formatDate(response.profile.createdAt) : undefined} />
      </dl>
      <ErrorAlert error={getError(state)} onRetry={reload} />
      <div className={styles.links}>
        <Link className={getButtonClass()} to={profileUpdatePath}>
          Change profile
        </Link>
        <Link className={getButtonClass('secondary')} to={logoutPath}>
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
      <dd>{value === undefined ? '…' : allowBreakBeforeAt(value)}</dd>
    </div>
  )
}

/** A long email address breaks before its `@`, not in the middle of a name. */
function allowBreakBeforeAt(value: string): ReactNode {
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
