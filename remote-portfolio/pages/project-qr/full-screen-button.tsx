import maximizeIcon from '@lucide/icons/icons/maximize'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { type ComponentProps, useRef, useState } from 'react'
import styles from './full-screen.module.css'
import type { FullScreenDialog as Dialog } from './full-screen-dialog.tsx'

type DialogContent = Pick<ComponentProps<typeof Dialog>, 'code' | 'title' | 'label'>

/** Shows the code in full screen, for a room or a projector. The dialog's code is loaded on demand. */
export function FullScreenButton(props: DialogContent) {
  const [FullScreenDialog, setDialog] = useState<typeof Dialog | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function open(): Promise<void> {
    setFailed(false)
    try {
      const { FullScreenDialog } = await loadDialog()
      setDialog(() => FullScreenDialog)
      setOpen(true)
    } catch {
      // For example offline; the next click tries again.
      setFailed(true)
    }
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={getButtonClass('secondary')}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog().catch(() => {})}
        onClick={open}
      >
        <Icon icon={maximizeIcon} /> Full screen
      </button>
      <span role="status" className={styles.missing}>
        {hasFailed && 'Full screen couldn’t load. Try again.'}
      </span>
      {FullScreenDialog !== null && (
        <FullScreenDialog {...props} isOpen={isOpen} onOpenChange={setOpen} opener={opener} />
      )}
    </>
  )
}

function loadDialog() {
  return import(/* webpackChunkName: "full-screen" */ './full-screen-dialog.tsx')
}
