import { Dialog } from '@base-ui/react/dialog'
import xIcon from '@lucide/icons/icons/x'
import { drawQr, type QrCode } from '@portico/kit/qr-code.ts'
import { getRoundButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import type { RefObject } from 'react'
import styles from './full-screen.module.css'
import { QrImage } from './qr-image.tsx'

interface FullScreenDialogProps {
  readonly code: QrCode
  readonly title: string
  /** The code's text alternative. */
  readonly label: string
  readonly isOpen: boolean
  onOpenChange(isOpen: boolean): void
  /** Gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>
}

/** The code in full screen. */
export function FullScreenDialog({
  code,
  title,
  label,
  isOpen,
  onOpenChange,
  opener,
}: FullScreenDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.screen} finalFocus={opener}>
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close className={getRoundButtonClass()} aria-label="Close">
              <Icon icon={xIcon} />
            </Dialog.Close>
          </div>
          <div className={styles.code}>
            <QrImage drawing={drawQr(code)} label={label} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
