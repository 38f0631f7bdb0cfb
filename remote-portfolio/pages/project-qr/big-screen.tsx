import maximizeIcon from '@lucide/icons/icons/maximize'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { type ComponentProps, useRef, useState } from 'react'
import styles from './big-screen.module.css'
import type { BigScreenDialog as Dialog } from './big-screen-dialog.tsx'

type Shown = Pick<ComponentProps<typeof Dialog>, 'code' | 'title' | 'label'>

/** A button that shows the code as large as the screen, for a room or a projector. The dialog comes with the press. */
export function BigScreen(shown: Shown) {
  const [BigScreenDialog, setDialog] = useState<typeof Dialog | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isMissing, setMissing] = useState(false)

  async function open(): Promise<void> {
    setMissing(false)
    try {
      const { BigScreenDialog } = await loadDialog()
      setDialog(() => BigScreenDialog)
      setOpen(true)
    } catch {
      // Its file does not come, as when the network is gone; the next press asks again.
      setMissing(true)
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
        <Icon icon={maximizeIcon} /> Big screen
      </button>
      <span role="status" className={styles.missing}>
        {isMissing && 'The big screen did not load. Press again.'}
      </span>
      {BigScreenDialog !== null && (
        <BigScreenDialog {...shown} isOpen={isOpen} change={setOpen} opener={opener} />
      )}
    </>
  )
}

function loadDialog() {
  return import(/* webpackChunkName: "big-screen" */ './big-screen-dialog.tsx')
}
