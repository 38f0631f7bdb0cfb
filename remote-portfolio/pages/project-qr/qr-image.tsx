import { getQrPath, getQrSide, type QrCode, quietZoneModules } from '@portico/kit/qr-code.ts'
import { deriveOwner } from '@portico/kit/site/owner-marks.ts'
import styles from './project-qr-page.module.css'

interface QrImageProps {
  readonly code: QrCode
  /** What the code says. If it is a value of the owner, the server draws the code of the prerendered page. */
  readonly text: string
  /** The code's text alternative. */
  readonly label: string
}

/** The QR code as an SVG with its quiet zone. Dark on light in both themes: many scanners read nothing else. */
export function QrImage({ code, text, label }: QrImageProps) {
  const side = deriveOwner(text, 'qr-side', () => String(getQrSide(code)))
  return (
    <svg
      className={styles.code}
      viewBox={`${-quietZoneModules} ${-quietZoneModules} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-quietZoneModules} y={-quietZoneModules} width={side} height={side} fill="white" />
      <path d={deriveOwner(text, 'qr-path', () => getQrPath(code))} fill="black" />
    </svg>
  )
}
