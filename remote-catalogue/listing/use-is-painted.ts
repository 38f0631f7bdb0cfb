import { useEffect, useState } from 'react'

/** Whether a frame has been painted since `value` came: until then only what is seen is worth drawing. */
export function useIsPainted(value: unknown): boolean {
  const [painted, setPainted] = useState<unknown>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame's callbacks run before it is painted, and a task of its own after.
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
