import maximizeIcon from '@lucide/icons/icons/maximize'
import xIcon from '@lucide/icons/icons/x'
import { drawQr, type QrCode } from '@portico/kit/qr-code.ts'
import { getButtonClass, getRoundButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import styles from './full-screen.module.css'
import { QrImage } from './qr-image.tsx'

interface FullScreenProps {
  readonly code: QrCode
  readonly title: string
  /** The code's text alternative. */
  readonly label: string
}

/** Shows the code in full screen, for a room or a projector. */
export function FullScreenButton(props: FullScreenProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={getButtonClass('secondary')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon icon={maximizeIcon} /> Full screen
      </button>
      {isOpen && <FullScreenDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function FullScreenDialog({ code, title, label, onClose }: FullScreenProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A modal dialog keeps the focus inside and returns it when it closes.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.screen} aria-labelledby="full-screen-title" onClose={onClose}>
      <div className={styles.head}>
        <h2 id="full-screen-title" className={styles.title}>
          {title}
        </h2>
        <button
          type="button"
          className={getRoundButtonClass()}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon icon={xIcon} />
        </button>
      </div>
      <div className={styles.code}>
        <QrImage drawing={drawQr(code)} label={label} />
      </div>
    </dialog>
  )
}
