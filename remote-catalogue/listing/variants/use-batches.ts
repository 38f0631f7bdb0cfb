import { useEffect, useState } from 'react'

/** Enough rows for a tall screen; a slow phone renders them within a frame or two. */
export const batchSize = 24

/**
 * Where the batches begin into which `count` rows are cut: the first at once, then one more per frame until all are
 * there. Every row ends up in the page, so that the browser's search, print and screen readers find it. The row at
 * `wanted` comes at once, with all before it.
 */
export function useBatches(count: number, wanted: number): number[] {
  const needed = Math.floor(Math.max(wanted, 0) / batchSize) + 1
  const [shown, setShown] = useState(needed)
  if (shown < needed) setShown(needed)
  const total = Math.ceil(count / batchSize)
  useEffect(() => {
    if (shown >= total) return
    const frame = requestAnimationFrame(() => setShown(shown + 1))
    return () => cancelAnimationFrame(frame)
  }, [shown, total])
  return Array.from({ length: Math.min(shown, total) }, (_, index) => index * batchSize)
}
