import type { Row } from '../data/schema.ts'
import { apiKeyPlaceholder } from '../request/example-request.ts'
import { useApiTarget } from '../request/use-api-target.ts'
import styles from './listing.module.css'

interface RequestNoteProps {
  readonly rows: readonly Row[]
  readonly note: string | undefined
}

/** What holds for every request of the table, said once. */
export function RequestNote({ rows, note }: RequestNoteProps) {
  const { demoKeys } = useApiTarget()
  const hasGet = rows.some(({ get }) => get === 'GET')
  return (
    <div className={styles.note}>
      <p>
        {hasGet ? (
          <>
            Every GET request also carries <code>code</code>, the operation, and <code>api</code>, your key;
            the required parameters come on top of these two.
          </>
        ) : (
          <>
            The body of a POST request also carries <code>api</code>, your key, and no <code>code</code>.
          </>
        )}{' '}
        Put your key in place of <code>{apiKeyPlaceholder}</code>.
      </p>
      {demoKeys && (
        <p>
          Calls go to the sandbox of this site, which stands in for the provider. It takes the key{' '}
          <code>{demoKeys.free}</code>, and <code>{demoKeys.paid}</code> for what is for paid users only.
        </p>
      )}
      {note && <p>{note}</p>}
    </div>
  )
}
