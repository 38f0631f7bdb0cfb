import { useEffect, useState } from 'react'

/** Enough rows for a tall screen; a slow phone renders them within a frame or two. */
export const batchSize = 24

/**
 * The start indexes of the batches to render: at first those up to the row at `requiredIndex`, then one more per frame.
 * Every row is in the page eventually, so that the browser's search, print and screen readers find it.
 */
export function useBatches(count: number, requiredIndex: number): number[] {
  const requiredCount = Math.floor(Math.max(requiredIndex, 0) / batchSize) + 1
  const [shown, setShown] = useState(requiredCount)
  if (shown < requiredCount) setShown(requiredCount)
  const total = Math.ceil(count / batchSize)
  useEffect(() => {
    if (shown >= total) return
    const frame = requestAnimationFrame(() => setShown(shown + 1))
    return () => cancelAnimationFrame(frame)
  }, [shown, total])
  return Array.from({ length: Math.min(shown, total) }, (_, index) => index * batchSize)
}
