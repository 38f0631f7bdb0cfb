import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { Row } from '../../data/schema.ts'
import { apiKeyPlaceholder } from '../../request/example-request.ts'
import styles from './listing.module.css'

/** Explains once what all requests of the table have in common. */
export function RequestNote({ rows }: { readonly rows: readonly Row[] }) {
  const { site } = useHost()
  const hasGet = rows.some(({ get }) => get === 'GET')
  return (
    <details className={styles.note}>
      <summary>How to call {rows.length === 1 ? 'this endpoint' : 'these endpoints'}</summary>
      <p>
        {hasGet ? (
          <>
            Every GET request also needs <code>code</code>, the operation, and <code>api</code>, your key, in
            addition to the required parameters.
          </>
        ) : (
          <>
            The body of a POST request also needs <code>api</code>, your key, but no <code>code</code>.
          </>
        )}{' '}
        Replace <code>{apiKeyPlaceholder}</code>.
      </p>
      {whenOwner(
        site,
        'apiBase',
        () => null,
        () => (
          <p>
            Requests go to this site’s sandbox. Use the key <code>{sandboxKeys.free}</code>, or{' '}
            <code>{sandboxKeys.paid}</code> for paid endpoints.
          </p>
        ),
      )}
    </details>
  )
}
