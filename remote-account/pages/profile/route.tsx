import { logoutPath, profileUpdatePath } from '@portico/kit/account/account-pages.ts'
import { formatVerification } from '@portico/kit/account/formatted-profile.ts'
import { useSession } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import type { ReactNode } from 'react'
import { useProfile } from '../../account-api/use-profile.ts'
import { ErrorAlert } from '../../form/error-alert.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './route.module.css'

/** `/profile`: what the site knows about the visitor. */
export function Component() {
  const { record } = useSession()
  const { profile, isLoading, error, reload } = useProfile()
  return (
    <Card title="Profile" lead="What this site knows about you.">
      <dl className={styles.rows} aria-busy={isLoading}>
        <Row term="Username" value={profile?.username ?? record?.username} />
        <Row term="Name" value={profile?.name} />
        <Row term="Email" value={profile?.email} />
        <Row
          term="Verified by"
          value={profile?.verifiedBy ?? (record ? formatVerification(record) : undefined)}
        />
        <Row term="Member since" value={profile?.memberSince} />
      </dl>
      <ErrorAlert error={error} onRetry={reload} />
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
  const isHydrating = useIsHydrating()
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      {/* The build doesn't know where the value has an @. */}
      <dd>{isHydrating ? (value ?? '…') : allowBreakBeforeAt(value ?? '…')}</dd>
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
