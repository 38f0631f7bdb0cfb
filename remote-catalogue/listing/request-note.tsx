import type { Row } from '../data/schema.ts'
import { apiKeyPlaceholder } from '../request/example-request.ts'
import { useApiTarget } from '../request/use-api-target.ts'
import styles from './listing.module.css'

/** Explains once what all requests of the table have in common. */
export function RequestNote({ rows }: { readonly rows: readonly Row[] }) {
  const { demoKeys } = useApiTarget()
  const hasGet = rows.some(({ get }) => get === 'GET')
  return (
    <details className={styles.note}>
      <summary>How to call {rows.length === 1 ? 'this endpoint' : 'these endpoints'}</summary>
      <p>
        {hasGet ? (
          <>
            Every GET request also needs <code>code</code>, the operation, and <code>api</code>, your key,
            besides the required parameters.
          </>
        ) : (
          <>
            The body of a POST request also needs <code>api</code>, your key, but no <code>code</code>.
          </>
        )}{' '}
        Replace <code>{apiKeyPlaceholder}</code>.
      </p>
      {demoKeys && (
        <p>
          Requests go to this site’s sandbox. Use the key <code>{demoKeys.free}</code>, or{' '}
          <code>{demoKeys.paid}</code> for paid endpoints.
        </p>
      )}
    </details>
  )
}
