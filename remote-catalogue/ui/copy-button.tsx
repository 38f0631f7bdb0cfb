import { CopyButton as SharedCopyButton } from '@portico/shared/ui/copy-button.tsx'
import { useCopyAnnouncer } from './copy-announcer.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for example `the request for Neon glow`. */
  readonly name: string
  /** Called if the browser blocks copying: selects the text, so that it can be copied with the keyboard. */
  readonly onBlocked: () => void
}

/** A copy button whose result the page announces in one place. */
export function CopyButton({ text, name, onBlocked }: CopyButtonProps) {
  const announce = useCopyAnnouncer()
  const handleResult = (isCopied: boolean) => {
    announce(name, isCopied)
    if (!isCopied) onBlocked()
  }
  return <SharedCopyButton text={text} label={name} variant="ghost" onResult={handleResult} />
}
