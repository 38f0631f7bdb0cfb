import type { Row } from '../data/schema.ts'
import { apiKeyPlaceholder } from '../request/example-request.ts'
import { useApiTarget } from '../request/use-api-target.ts'
import styles from './listing.module.css'

interface RequestNoteProps {
  readonly rows: readonly Row[]
  readonly note: string | undefined
}

/** Explains once what all requests of the table have in common. */
export function RequestNote({ rows, note }: RequestNoteProps) {
  const { demoKeys } = useApiTarget()
  const hasGet = rows.some(({ get }) => get === 'GET')
  return (
    <div className={styles.note}>
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
      {note && <p>{note}</p>}
    </div>
  )
}
