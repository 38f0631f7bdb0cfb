import type { Entry } from '../model/entry.ts'
import { type Chunk, chunkOf, useChunk } from '../ui/lazy-module.ts'
import { ChunkFailure } from '../ui/load-error.tsx'
import styles from './lazy-endpoint-detail.module.css'

const detail: Chunk<typeof import('./endpoint-detail.tsx')> = chunkOf(
  () => import(/* webpackChunkName: "detail" */ './endpoint-detail.tsx'),
)

/** Everything about an entry, below its name. The code for it comes with the first one. */
export function OpenEntry({ entry }: { readonly entry: Entry }) {
  const chunk = useChunk(detail)
  return (
    <div className={styles.open}>
      {chunk.status === 'failed' && <ChunkFailure what="This row" retry={chunk.retry} />}
      {chunk.status === 'waiting' && <p className={styles.waiting}>Loading...</p>}
      {chunk.status === 'loaded' && <chunk.part.Detail entry={entry} />}
    </div>
  )
}
