import { getQrSide, type QrCode, quietZoneModules } from '@portico/kit/qr-code.ts'

/** Prints sharply at 8 cm and 300 dpi. */
const minSidePixels = 1000

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/**
 * The QR code as a black-and-white PNG with one bit per pixel and its quiet zone. Not drawn on a canvas, because browsers
 * that resist fingerprinting add noise to what a canvas returns, or return nothing.
 */
export async function createQrPng(code: QrCode): Promise<Blob> {
  const modules = getQrSide(code)
  const scale = Math.ceil(minSidePixels / modules)
  const side = modules * scale
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, side)
  view.setUint32(4, side)
  view.setUint8(8, 1) // One bit per pixel; the colour type that follows, 0, is greyscale.
  const parts = [
    new Uint8Array(signature),
    createChunk('IHDR', header),
    createChunk('IDAT', await deflate(toPixelRows(code, scale))),
    createChunk('IEND', new Uint8Array(0)),
  ]
  return new Blob(parts, { type: 'image/png' })
}

/** Each row is a filter byte (0: none) followed by the pixels, eight per byte, 1 for white. */
function toPixelRows(code: QrCode, scale: number): Uint8Array<ArrayBuffer> {
  const side = getQrSide(code) * scale
  const stride = 1 + Math.ceil(side / 8)
  const rows = new Uint8Array(stride * side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const column = Math.floor(x / scale) - quietZoneModules
      const row = Math.floor(y / scale) - quietZoneModules
      const offset = y * stride + 1 + (x >> 3)
      if (!code.get(column, row)) rows[offset] = (rows[offset] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return rows
}

/** A PNG chunk: length, type, content, and the checksum of type and content. */
function createChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(content, 8)
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(4, -4)))
  return bytes
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // "deflate" is the zlib format, which PNG requires; "deflate-raw" would be the bare stream.
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
