import { useSearchParams } from '@portico/shared/contract/router.ts'
import { useEffect, useRef, useState } from 'react'

/** Name of the address's parameter that holds what is searched for. */
const textParameter = 'q'

/**
 * What is searched for, kept in the address (`?q=`). The field does not wait for the address, which follows a moment
 * later; a text that comes by another way (back, a link) is taken over.
 */
export function useAddressText(): readonly [text: string, change: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const inAddress = parameters.get(textParameter) ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef<string[]>([])
  useEffect(() => {
    const place = written.current.indexOf(inAddress)
    if (place === -1) setText(inAddress)
    else written.current.splice(0, place + 1)
  }, [inAddress])
  function change(next: string): void {
    setText(next)
    written.current.push(next)
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === '') after.delete(textParameter)
        else after.set(textParameter, next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [text, change]
}
