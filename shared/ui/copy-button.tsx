import checkIcon from '@lucide/icons/icons/check'
import copyIcon from '@lucide/icons/icons/copy'
import { useEffect, useState } from 'react'
import { getButtonClass, getRoundButtonClass } from './button.tsx'
import styles from './copy-button.module.css'
import { Icon } from './icon.tsx'

/** How long the check mark replaces the copy icon. */
const confirmationMs = 2000

interface CopyButtonProps {
  readonly text: string
  /** What is copied: `link`, `email address`. The button is named `Copy <label>`. */
  readonly label: string
  /** `button`: with a label; `icon`: beside the text; `ghost`: for long lists. */
  readonly variant?: 'button' | 'icon' | 'ghost'
  /** For a page that announces the results of all its buttons in one place. Without it, the button does so itself. */
  readonly onResult?: (isCopied: boolean) => void
}

/** Copies a text to the clipboard and announces the result. The focus stays on the button. */
export function CopyButton({ text, label, variant = 'button', onResult }: CopyButtonProps) {
  const [result, setResult] = useState<{ readonly text: string; readonly isCopied: boolean } | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  useEffect(() => {
    if (!isConfirming) return
    const timer = setTimeout(() => setConfirming(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [isConfirming])
  const copy = async () => {
    const isCopied = await copyToClipboard(text)
    setResult({ text, isCopied })
    setConfirming(isCopied)
    onResult?.(isCopied)
  }
  // Another text resets the button.
  const isCopied = result?.text === text ? result.isCopied : null
  const button = (
    <button
      type="button"
      className={getClass(variant)}
      onClick={copy}
      aria-label={`Copy ${label}`}
      data-copied={isConfirming}
    >
      <Icon icon={isConfirming ? checkIcon : copyIcon} /> {variant === 'button' && `Copy ${label}`}
    </button>
  )
  if (onResult !== undefined) return button
  return (
    <span className={styles.copy}>
      {button}
      <span role="status" className={styles.status}>
        {isCopied === true && 'Copied'}
        {isCopied === false && `Your browser blocked copying. Select the ${label} and copy it yourself.`}
      </span>
    </span>
  )
}

/** False where the browser or the visitor refuses, and where there is no clipboard: a page without HTTPS has none. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function getClass(variant: 'button' | 'icon' | 'ghost'): string | undefined {
  if (variant === 'ghost') return styles.ghost
  return variant === 'icon' ? getRoundButtonClass() : getButtonClass('secondary')
}
