import { type Bitmap2D, correction, generate } from 'lean-qr'

/** The squares ("modules") of a QR code, without the quiet zone; outside of the code everything is light. */
export type QrCode = Pick<Bitmap2D, 'size' | 'get'>

/** Light modules that a scanner needs on every side (ISO/IEC 18004, 6.3.8). */
export const quietZoneModules = 4

/** Version 20 has 97 modules a side: on a phone's screen finer ones are not read reliably. */
const maxVersion = 20

/** What lean-qr puts into `code` when a text does not fit. */
const tooLongCode = 4

/**
 * The QR code of `text`, which survives the loss of 15 % at least (level M), more where the size has room for it.
 * null: the text is too long for a code that a phone reads.
 */
export function qrCodeOf(text: string): QrCode | null {
  try {
    return generate(text, { minCorrectionLevel: correction.M, maxVersion })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === tooLongCode) return null
    throw error
  }
}
