import { toSvgPath } from 'lean-qr/extras/svg'
import styles from './project-qr-page.module.css'
import { type QrCode, quietZoneModules } from './qr-code.ts'

interface QrImageProps {
  readonly code: QrCode
  /** The code's text alternative. */
  readonly label: string
}

/** The QR code as an SVG with its quiet zone. Dark on light in both themes: many scanners read nothing else. */
export function QrImage({ code, label }: QrImageProps) {
  const side = code.size + 2 * quietZoneModules
  return (
    <svg
      className={styles.code}
      viewBox={`${-quietZoneModules} ${-quietZoneModules} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-quietZoneModules} y={-quietZoneModules} width={side} height={side} fill="white" />
      <path d={toSvgPath(code)} fill="black" />
    </svg>
  )
}
