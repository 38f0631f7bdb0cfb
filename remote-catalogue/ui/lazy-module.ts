import { useCallback, useEffect, useState } from 'react'

/** A part of the code that comes when it is needed; a load that failed can be asked for again. */
export interface Chunk<T> {
  /** The loaded part, or undefined. */
  readonly loaded: T | undefined
  load(): Promise<T>
}

/** Makes a chunk of an `import()`. It is asked for once, and again after a failure. */
export function chunkOf<T>(fetchChunk: () => Promise<T>): Chunk<T> {
  let asked: Promise<T> | undefined
  const chunk: { loaded: T | undefined; load(): Promise<T> } = {
    loaded: undefined,
    load() {
      asked ??= fetchChunk().then(
        (loaded) => {
          chunk.loaded = loaded
          return loaded
        },
        (error: unknown) => {
          asked = undefined
          throw error
        },
      )
      return asked
    },
  }
  return chunk
}

/** What a page knows of a chunk. */
export type ChunkState<T> =
  | { readonly status: 'waiting' }
  | { readonly status: 'loaded'; readonly part: T }
  | { readonly status: 'failed'; readonly retry: () => void }

/** Loads a chunk as soon as `isWanted`. Not `React.lazy`: it holds a page back under a painted fallback for 300 ms. */
export function useChunk<T>(chunk: Chunk<T>, isWanted = true): ChunkState<T> {
  const [, render] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null)
  const { loaded } = chunk
  const isNeeded = isWanted && loaded === undefined
  useEffect(() => {
    // As it was drawn, not as it is: what has arrived since then still has to be drawn.
    if (!isNeeded) return
    let isHere = true
    chunk.load().then(
      () => isHere && render((count) => count + 1),
      () => isHere && setFailedAttempt(attempt),
    )
    return () => {
      isHere = false
    }
  }, [chunk, isNeeded, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  if (loaded !== undefined) return { status: 'loaded', part: loaded }
  return failedAttempt === attempt ? { status: 'failed', retry } : { status: 'waiting' }
}
