import { Button } from '@portico/shared/ui/button.tsx'
import { useLayoutEffect, useRef } from 'react'

/** Rendered while a request runs. When it disappears, its focus moves to the button before it. */
export function CancelButton({ onPress }: { readonly onPress: () => void }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element?.contains(document.activeElement)) element.parentElement?.querySelector('button')?.focus()
    }
  }, [])
  return (
    <span ref={place}>
      <Button tone="secondary" onClick={onPress}>
        Cancel
      </Button>
    </span>
  )
}
