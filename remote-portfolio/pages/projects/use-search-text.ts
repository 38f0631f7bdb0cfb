import { useSearchParams } from '@portico/kit/contract/router.ts'
import { useEffect, useRef, useState } from 'react'
import { searchParameter, withSearchText } from './parameters.ts'

/**
 * The search text, kept in the URL (`?q=`). The field doesn't wait for the URL, which follows a moment later; a text
 * that arrives another way, by the back button or a link, is adopted.
 */
export function useSearchText(): readonly [text: string, setText: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const inUrl = parameters.get(searchParameter) ?? ''
  const [text, setShownText] = useState(inUrl)
  const written = useRef<string[]>([])
  const adopted = useRef(inUrl)
  useEffect(() => {
    // Otherwise the first effect would undo what was typed since the field appeared.
    if (adopted.current === inUrl) return
    adopted.current = inUrl
    const position = written.current.indexOf(inUrl)
    if (position === -1) setShownText(inUrl)
    else written.current.splice(0, position + 1)
  }, [inUrl])
  function setText(next: string): void {
    setShownText(next)
    written.current.push(next)
    setParameters((before) => withSearchText(before, next), { replace: true, preventScrollReset: true })
  }
  return [text, setText]
}
