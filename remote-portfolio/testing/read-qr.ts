import decodeQR from 'qr/decode.js'
import { type QrCode, quietZoneModules } from '../pages/project-qr/qr-code.ts'

/** For tests: reads a code back through a bitmap of `scale` pixels a module, with a reader that is not its writer. */
export function readQr(code: QrCode, scale = 4): string {
  const side = (code.size + 2 * quietZoneModules) * scale
  return readBitmap(side, (x, y) =>
    code.get(Math.floor(x / scale) - quietZoneModules, Math.floor(y / scale) - quietZoneModules),
  )
}

/** For tests: reads the code in a square of pixels. */
export function readBitmap(side: number, isDark: (x: number, y: number) => boolean): string {
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) if (isDark(x, y)) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  }
  return decodeQR({ width: side, height: side, data })
}
