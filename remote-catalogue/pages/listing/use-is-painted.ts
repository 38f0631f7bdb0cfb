import { useEffect, useState } from 'react'

/** Whether a frame has been painted since `value` changed. Until then, render only what is visible. */
export function useIsPainted(value: unknown): boolean {
  const [painted, setPainted] = useState<unknown>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Frame callbacks run before the paint; a task queued from one runs after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(value))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted === value
}
