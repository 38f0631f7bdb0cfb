import { Button } from '@portico/shared/ui/button.tsx'
import { Notice } from '@portico/shared/ui/notice.tsx'
import styles from './chunk-failure.module.css'

interface ChunkFailureProps {
  /** What did not arrive, for example `The search`. */
  readonly what: string
  readonly retry: () => void
}

/** Stands where a part of the page could not be loaded. */
export function ChunkFailure({ what, retry }: ChunkFailureProps) {
  return (
    <div className={styles.failure}>
      <Notice tone="danger">{what} could not be loaded. Check your connection, then try again.</Notice>
      <Button tone="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}
