import decodeQR from 'qr/decode.js'
import { type QrCode, quietZoneModules } from '../qr-code.ts'

/** Reads a code from a bitmap with `scale` pixels per module, by another library than the one that made it. */
export function readQr(code: QrCode, scale = 4): string {
  const side = (code.size + 2 * quietZoneModules) * scale
  return readBitmap(side, (x, y) =>
    code.get(Math.floor(x / scale) - quietZoneModules, Math.floor(y / scale) - quietZoneModules),
  )
}

/** Reads the code in a square bitmap. */
export function readBitmap(side: number, isDark: (x: number, y: number) => boolean): string {
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) if (isDark(x, y)) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  }
  return decodeQR({ width: side, height: side, data })
}
