import { siteIcons } from '@portico/protocol/site/site-icon.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcons } from './draw-icons.ts'

const icons = await drawIcons()

test.each(Object.values(siteIcons).slice(1))('$file is a PNG of $size pixels', async ({ file, size }) => {
  const { format, width, height } = await sharp(icons[file]).metadata()
  expect([format, width, height]).toEqual(['png', size, size])
})

test('the favicon holds three sizes', async () => {
  const file = icons[siteIcons.favicon.file] ?? Buffer.alloc(0)
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 3])
  const sizes = [0, 1, 2].map(async (index) => {
    const entry = 6 + 16 * index
    const [bytes, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)]
    const { width } = await sharp(file.subarray(offset, offset + bytes)).metadata()
    return [file.readUInt8(entry), width]
  })
  expect(await Promise.all(sizes)).toEqual([
    [16, 16],
    [32, 32],
    [48, 48],
  ])
})

test('a home screen icon has no transparent corner, and its drawing is in the middle', async () => {
  for (const { file } of [siteIcons.touch, siteIcons.maskable]) {
    const image = sharp(icons[file])
    expect((await image.stats()).isOpaque, file).toBe(true)
  }
  const { data, info } = await sharp(icons[siteIcons.maskable.file])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ]
  expect(pixel(60, 256), 'outside the safe zone').toEqual([0x23, 0x46, 0xd3])
  expect(pixel(256, 160), 'the arch').toEqual([255, 255, 255])
})
