import { type RefObject, useLayoutEffect, useState } from 'react'

/** How far below the top of the page the element begins, in pixels; measured again for each `content`. */
export function usePageOffset(element: RefObject<HTMLElement | null>, content: unknown): number {
  const [offset, setOffset] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content above the list changes with it
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setOffset(element.current.getBoundingClientRect().top + window.scrollY)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [element, content])
  return offset
}
