import sharp from 'sharp'
import { expect, test } from 'vitest'
import { editImage, rescaleImage, shrinkImage } from './edit-image.ts'

/** The upright photo: red, green above blue, white. */
const corners = ['255,0,0', '0,255,0', '0,0,255', '255,255,255']
// How each orientation of EXIF stores an upright photo: where `corners` lie in the file.
const stored = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [3, 2, 1, 0],
  [2, 3, 0, 1],
  [0, 2, 1, 3],
  [1, 3, 0, 2],
  [3, 1, 2, 0],
  [2, 0, 3, 1],
]

/** A photo of 40 by 80, once upright, as a file with an orientation. */
function createPhoto(format: 'jpeg' | 'webp' | 'png', orientation: number): Promise<Buffer> {
  const [width, height] = orientation < 5 ? [40, 80] : [80, 40]
  const places = stored[orientation - 1] ?? []
  const cells = places.map((corner, place) => {
    const [x, y] = [((place % 2) * width) / 2, (Math.floor(place / 2) * height) / 2]
    return `<rect x="${x}" y="${y}" width="${width / 2}" height="${height / 2}" fill="rgb(${corners[corner]})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${cells.join('')}</svg>`
  return sharp(Buffer.from(svg)).withMetadata({ orientation }).toFormat(format, { quality: 100 }).toBuffer()
}

async function readCorners(image: Buffer) {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const colours = [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const start = (Math.round(y * height) * width + Math.round(x * width)) * 3
      return [...data.subarray(start, start + 3)].map((level) => (level > 127 ? 255 : 0)).join()
    }),
  )
  return { isPortrait: height === width * 2, colours }
}

test.each(
  (['jpeg', 'webp', 'png'] as const).flatMap((format) =>
    stored.map((_, index) => [format, index + 1] as const),
  ),
)('a %s with the EXIF orientation %i comes out upright', async (format, orientation) => {
  const photo = await createPhoto(format, orientation)
  expect((await sharp(photo).metadata()).orientation).toBe(orientation)
  for (const image of [
    await shrinkImage(photo),
    await editImage(photo, () => {}),
    await rescaleImage(photo, 2),
  ])
    expect(await readCorners(image)).toEqual({ isPortrait: true, colours: corners })
})
