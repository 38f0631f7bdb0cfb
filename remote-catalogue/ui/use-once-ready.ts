import { useEffect, useRef } from 'react'

/**
 * Returns a function that runs what a key in a search field asks for: at once if the results are ready, otherwise as soon as
 * they are. Does nothing if the visitor has changed the text or left the field by then.
 */
export function useOnceReady(isReady: boolean, text: string): (run: () => void) => void {
  const waiting = useRef<Waiting>(undefined)
  useEffect(() => {
    const { current } = waiting
    if (current === undefined || (!isReady && current.text === text)) return
    waiting.current = undefined
    if (current.text === text && document.activeElement === current.field) current.run()
  }, [isReady, text])
  return (run) => {
    waiting.current = isReady ? undefined : { run, text, field: document.activeElement }
    if (isReady) run()
  }
}

interface Waiting {
  readonly run: () => void
  readonly text: string
  readonly field: Element | null
}
