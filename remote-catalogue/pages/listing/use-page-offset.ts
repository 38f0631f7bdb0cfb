import { type RefObject, useLayoutEffect, useState } from 'react'

/** Distance of the element from the top of the page, in pixels; measured again when `content` changes. */
export function usePageOffset(elementRef: RefObject<HTMLElement | null>, content: unknown): number {
  const [offset, setOffset] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content above the list changes with it
  useLayoutEffect(() => {
    const measure = () => {
      if (elementRef.current !== null)
        setOffset(elementRef.current.getBoundingClientRect().top + window.scrollY)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [elementRef, content])
  return offset
}
