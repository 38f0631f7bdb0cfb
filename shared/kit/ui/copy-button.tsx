import checkIcon from '@lucide/icons/icons/check'
import copyIcon from '@lucide/icons/icons/copy'
import { getButtonClass, getRoundButtonClass } from './button.tsx'
import styles from './copy-button.module.css'
import { Icon } from './icon.tsx'
import { useCopyState } from './use-copy-state.ts'

interface CopyButtonProps {
  readonly text: string
  /** What is copied: `link`, `email address`. The button is named `Copy <label>`. */
  readonly label: string
  /** `button`: with a label; `icon`: next to the text. */
  readonly variant?: 'button' | 'icon'
}

/** Copies a text to the clipboard and announces the result. The focus stays on the button. */
export function CopyButton({ text, label, variant = 'button' }: CopyButtonProps) {
  const { isCopied, isConfirming, copy } = useCopyState(text)
  return (
    <span className={styles.copy}>
      <button
        type="button"
        className={variant === 'icon' ? getRoundButtonClass() : getButtonClass('secondary')}
        onClick={() => void copy()}
        aria-label={`Copy ${label}`}
        data-copied={isConfirming}
      >
        <Icon icon={isConfirming ? checkIcon : copyIcon} /> {variant === 'button' && `Copy ${label}`}
      </button>
      <span role="status" className={styles.status}>
        {isCopied === true && 'Copied'}
        {isCopied === false && `Your browser blocked copying. Select the ${label} and copy it yourself.`}
      </span>
    </span>
  )
}
