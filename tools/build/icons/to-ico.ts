/** An image of an ICO file. */
interface IcoImage {
  /** Its side in pixels, at most 255. */
  readonly size: number
  readonly png: Buffer
}

const headerBytes = 6
const entryBytes = 16
const typeIcon = 1
const bitsPerPixel = 32

/** Puts PNG images into one ICO file: a header, an entry for each image, and the images. */
export function toIco(images: readonly IcoImage[]): Buffer {
  const table = Buffer.alloc(headerBytes + entryBytes * images.length)
  table.writeUInt16LE(typeIcon, 2)
  table.writeUInt16LE(images.length, 4)
  let offset = table.length
  for (const [index, { size, png }] of images.entries()) {
    const entry = headerBytes + entryBytes * index
    table.writeUInt8(size, entry)
    table.writeUInt8(size, entry + 1)
    table.writeUInt16LE(1, entry + 4) // colour planes
    table.writeUInt16LE(bitsPerPixel, entry + 6)
    table.writeUInt32LE(png.length, entry + 8)
    table.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([table, ...images.map(({ png }) => png)])
}
