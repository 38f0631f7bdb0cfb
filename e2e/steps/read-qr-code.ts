import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** Reads the QR code of a picture, PNG or SVG, with a reader that is not its writer. */
export async function readQrCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
}
