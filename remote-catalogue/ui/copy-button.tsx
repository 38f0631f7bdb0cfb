import { useEffect, useState } from 'react'
import styles from './copy-button.module.css'
import { useCopy } from './copying.tsx'

/** Long enough to be seen, short enough that the button is soon itself again. */
const confirmedMs = 2000

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for example `the request of Neon glow`. */
  readonly name: string
  /** Called where the browser refuses, to offer the text for copying by hand. */
  readonly onRefused: () => void
}

/** Copies a text; the focus stays where it is. */
export function CopyButton({ text, name, onRefused }: CopyButtonProps) {
  const copy = useCopy()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), confirmedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const press = async () => {
    const isDone = await copy(text, name)
    setCopied(isDone)
    if (!isDone) onRefused()
  }
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={`Copy ${name}`}
      data-copied={isCopied}
      onClick={press}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {isCopied ? <path d="m3 8.5 3.2 3.2L13 4.8" /> : <path d="M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3" />}
      </svg>
    </button>
  )
}
