import { type QrDrawing, quietZoneModules } from '@portico/kit/qr-code.ts'
import styles from './route.module.css'

interface QrImageProps {
  readonly drawing: QrDrawing
  /** The code's text alternative. */
  readonly label: string
}

/** The QR code as an SVG with its quiet zone. Dark on light in both themes: many scanners read nothing else. */
export function QrImage({ drawing: { side, path }, label }: QrImageProps) {
  return (
    <svg
      className={styles.code}
      viewBox={`${-quietZoneModules} ${-quietZoneModules} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-quietZoneModules} y={-quietZoneModules} width={side} height={side} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
