import downloadIcon from '@lucide/icons/icons/download'
import printerIcon from '@lucide/icons/icons/printer'
import { createQrSvg, type QrCode } from '@portico/kit/qr-code.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { FullScreenButton } from './full-screen-button.tsx'
import { createQrPng } from './qr-png.ts'
import styles from './route.module.css'

interface QrActionsProps {
  readonly code: QrCode
  /** The file name without its extension. */
  readonly stem: string
  readonly title: string
  /** The code's text alternative. */
  readonly label: string
}

/** Download, print and full-screen buttons for a code. */
export function QrActions({ code, stem, title, label }: QrActionsProps) {
  function saveSvg(): void {
    saveFile(`${stem}.svg`, new Blob([createQrSvg(code)], { type: 'image/svg+xml' }))
  }
  async function savePng(): Promise<void> {
    saveFile(`${stem}.png`, await createQrPng(code))
  }
  return (
    <div className={`${styles.link} ${styles.needsScript}`}>
      <h2 className={styles.label}>Save or print</h2>
      <div className={styles.choices}>
        <button type="button" className={getButtonClass()} onClick={saveSvg}>
          <Icon icon={downloadIcon} /> Download SVG
        </button>
        <button type="button" className={getButtonClass()} onClick={savePng}>
          <Icon icon={downloadIcon} /> Download PNG
        </button>
        <button type="button" className={getButtonClass('secondary')} onClick={() => window.print()}>
          <Icon icon={printerIcon} /> Print
        </button>
        <FullScreenButton code={code} title={title} label={label} />
      </div>
    </div>
  )
}
