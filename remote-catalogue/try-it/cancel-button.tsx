import { Button } from '@portico/kit/ui/button.tsx'
import { useLayoutEffect, useRef } from 'react'

/** Rendered while a request runs. When it disappears, its focus moves to the button before it. */
export function CancelButton({ onPress }: { readonly onPress: () => void }) {
  const container = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = container.current
    return () => {
      if (element?.contains(document.activeElement)) element.parentElement?.querySelector('button')?.focus()
    }
  }, [])
  return (
    <span ref={container}>
      <Button tone="secondary" onClick={onPress}>
        Cancel
      </Button>
    </span>
  )
}
