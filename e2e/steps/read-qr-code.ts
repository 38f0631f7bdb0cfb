import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/** Decodes the QR code in an image, PNG or SVG, with a different library from the one that encodes it. */
export async function readQrCode(image: Buffer): Promise<string> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
}
