import { Button } from '@portico/shared/ui/button.tsx'
import { useLayoutEffect, useRef } from 'react'

/** Is there as long as a call runs; when it goes, the focus that is on it goes to the button before it. */
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
