import checkIcon from '@lucide/icons/icons/check'
import copyIcon from '@lucide/icons/icons/copy'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { useCopyState } from '@portico/kit/ui/use-copy-state.ts'
import { useCopyAnnouncer } from './copy-announcer.tsx'
import styles from './copy-button.module.css'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for example `the request for Neon glow`. */
  readonly name: string
  /** Called if the browser blocks copying: selects the text, so that it can be copied with the keyboard. */
  readonly onBlocked: () => void
}

/** An icon for long lists that copies a text. The page announces the results of all of them in one place. */
export function CopyButton({ text, name, onBlocked }: CopyButtonProps) {
  const announce = useCopyAnnouncer()
  const { isConfirming, copy } = useCopyState(text)
  const handleClick = async () => {
    const isCopied = await copy()
    announce(name, isCopied)
    if (!isCopied) onBlocked()
  }
  return (
    <button
      type="button"
      className={styles.copy}
      onClick={() => void handleClick()}
      aria-label={`Copy ${name}`}
      data-copied={isConfirming}
    >
      <Icon icon={isConfirming ? checkIcon : copyIcon} />
    </button>
  )
}
