import { ChunkFailure } from '../chunk/chunk-failure.tsx'
import { type Chunk, chunkOf, useChunk } from '../chunk/use-chunk.ts'
import type { Entry } from '../entries/entry.ts'
import styles from './open-entry.module.css'

const detail: Chunk<typeof import('./detail.tsx')> = chunkOf(
  () => import(/* webpackChunkName: "detail" */ './detail.tsx'),
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
