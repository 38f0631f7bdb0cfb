import type { Row } from '../data/schema.ts'
import { keyPlaceholder } from '../request/example-request.ts'
import styles from './listing.module.css'

interface RequestNoteProps {
  readonly rows: readonly Row[]
  /** True: the site has no provider, so the examples point nowhere. */
  readonly isPlaceholder: boolean
  readonly note: string | undefined
}

/** What holds for every request of the table, said once. */
export function RequestNote({ rows, isPlaceholder, note }: RequestNoteProps) {
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
        Put your key in place of <code>{keyPlaceholder}</code>.
        {isPlaceholder &&
          ' The address in the examples is a placeholder: this site has no provider configured.'}
      </p>
      {note && <p>{note}</p>}
    </div>
  )
}
