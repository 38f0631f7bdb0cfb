import type { ApiTarget } from '@portico/shared/api/api-target.ts'
import { Button } from '@portico/shared/ui/button.tsx'
import { useState } from 'react'
import { type Entry, nameOf } from '../model/entry.ts'
import type { Builder } from '../request/form/use-request-form.ts'
import { type Chunk, chunkOf, useChunk } from '../ui/lazy-module.ts'
import { ChunkFailure } from '../ui/load-error.tsx'

const tryIt: Chunk<typeof import('../try-it/try-it.tsx')> = chunkOf(
  () => import(/* webpackChunkName: "try-it" */ '../try-it/try-it.tsx'),
)

interface TrySlotProps {
  readonly entry: Entry
  readonly builder: Builder
  readonly provider: ApiTarget
}

/** The place of what sends the request; its code comes with the press. */
export function TrySlot(props: TrySlotProps) {
  const [isWanted, setWanted] = useState(false)
  const chunk = useChunk(tryIt, isWanted)
  if (isWanted && chunk.status === 'loaded') return <chunk.part.TryIt {...props} />
  if (isWanted && chunk.status === 'failed') return <ChunkFailure what="This part" retry={chunk.retry} />
  return (
    <Button tone="secondary" busy={isWanted ? 'Loading...' : null} onClick={() => setWanted(true)}>
      Try {nameOf(props.entry)}
    </Button>
  )
}
