import { getButtonClass, getRoundButtonClass } from '@portico/shared/ui/button.tsx'
import { useState } from 'react'
import { check } from '../icon/glyphs/check.ts'
import { copy } from '../icon/glyphs/copy.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './copy-button.module.css'

interface CopyButtonProps {
  /** What is copied, in words: `link`, `mail address`. */
  readonly what: string
  readonly text: string
  /** True: an icon without words, beside the text itself. */
  readonly isSmall?: boolean
}

/** Copies a text to the clipboard and says whether that worked. */
export function CopyButton({ what, text, isSmall = false }: CopyButtonProps) {
  // The text that was copied, not a flag: another text makes the button fresh again.
  const [copied, setCopied] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const isCopied = copied === text

  async function copyText(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      setRefused(false)
    } catch {
      // Refused by the visitor, or no clipboard at all: browsers give none to a page without https.
      setCopied(null)
      setRefused(true)
    }
  }

  return (
    <span className={styles.copy}>
      <button
        type="button"
        className={isSmall ? getRoundButtonClass() : getButtonClass('secondary')}
        onClick={copyText}
        aria-label={`Copy ${what}`}
      >
        <Icon glyph={isCopied ? check : copy} /> {!isSmall && `Copy ${what}`}
      </button>
      <span role="status" className={styles.said}>
        {isCopied && 'Copied'}
        {refused && `Your browser did not allow it: select the ${what} and copy it by hand.`}
      </span>
    </span>
  )
}
