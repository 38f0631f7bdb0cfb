import { Dialog } from '@base-ui/react/dialog'
import button from '../button/button.module.css'
import { cross, enlarge } from '../icon/glyphs.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './big-screen.module.css'
import type { QrCode } from './qr-code.ts'
import { QrPicture } from './qr-picture.tsx'

interface BigScreenProps {
  readonly code: QrCode
  readonly title: string
  /** What the code holds, in words. */
  readonly label: string
}

/** A button that shows the code as large as the screen, for a room or a projector. */
export function BigScreen({ code, title, label }: BigScreenProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger className={button.secondary}>
        <Icon glyph={enlarge} /> Big screen
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.screen}>
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close className={button.round} aria-label="Close">
              <Icon glyph={cross} />
            </Dialog.Close>
          </div>
          <div className={styles.code}>
            <QrPicture code={code} label={label} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
