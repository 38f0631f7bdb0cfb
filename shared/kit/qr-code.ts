import { type Bitmap2D, correction, generate } from 'lean-qr'
import { toSvgPath, toSvgSource } from 'lean-qr/extras/svg'

/** The modules (squares) of a QR code without the quiet zone; everything outside is light. */
export type QrCode = Pick<Bitmap2D, 'size' | 'get'>

export interface QrDrawing {
  /** With the quiet zone, in modules. */
  readonly side: number
  /** The dark modules; the origin is the corner of the code without the quiet zone. */
  readonly path: string
}

/** Light modules that a scanner needs on every side (ISO/IEC 18004, section 6.3.8). */
export const quietZoneModules = 4

/** Version 20 has 97 modules per side; phones don't read finer codes reliably. */
const maxVersion = 20

/** lean-qr's error code for a text that doesn't fit. */
const tooLongCode = 4

/**
 * The QR code of `text`, with error correction level M (15 %) or better where the size allows it. null: the text is too
 * long for a code that a phone can read.
 */
export function createQrCode(text: string): QrCode | null {
  try {
    return generate(text, { minCorrectionLevel: correction.M, maxVersion })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === tooLongCode) return null
    throw error
  }
}

/** The side of a drawn code with its quiet zone, in modules. */
export function getQrSide(code: QrCode): number {
  return code.size + 2 * quietZoneModules
}

/** Draws a code as an SVG path. */
export function drawQr(code: QrCode): QrDrawing {
  return { side: getQrSide(code), path: toSvgPath(code) }
}

/** The SVG's nominal size in CSS pixels; it scales without loss. */
const svgSidePixels = 512

/** The code with its quiet zone as an SVG file. */
export function createQrSvg(code: QrCode): string {
  return toSvgSource(code, {
    on: 'black',
    off: 'white',
    pad: quietZoneModules,
    width: svgSidePixels,
    height: svgSidePixels,
    xmlDeclaration: true,
  })
}
