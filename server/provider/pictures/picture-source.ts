import { paths } from '@portico/shared/paths.ts'
import type { Values } from '@portico/shared/provider/check-values.ts'
import sharp from 'sharp'
import { Problem } from '../../errors.ts'
import { builtInNames, builtInPicture } from './built-in.ts'

/** The picture that a parameter of the call names. Throws `invalid-request` where the sandbox has none. */
export type PictureSource = (parameter: string) => Promise<Buffer>

interface Given {
  readonly values: Values
  /** What came along with a POST. */
  readonly upload: Buffer | null
  /** Addresses that the examples name: each stands for a built-in picture. */
  readonly examplePictures: readonly string[]
  /** Address of the site. */
  readonly publicUrl: string
}

/** Stands for the picture that came along. */
const uploaded = 'upload'
// Not SVG: it is a program that draws, and may name other files.
const formats = new Set(['png', 'jpeg', 'webp', 'gif', 'heif'])
const mostPixels = 16_000_000 // a photo of a phone; decoded it takes 64 MB

/** Finds pictures for a call. Never fetches an address: whoever could make the server do so could look behind it. */
export function pictureSource({ values, upload, examplePictures, publicUrl }: Given): PictureSource {
  return async (parameter) => {
    const address = values[parameter]?.trim() ?? ''
    if (address === uploaded) return checkedUpload(parameter, upload)
    const picture = await builtInPicture(nameOf(address, { examplePictures, publicUrl }))
    if (picture) return picture
    const own = builtInNames.map((name) => `${paths.provider}pictures/${name}.png`).join(', ')
    throw refused(
      parameter,
      `This sandbox fetches no pictures. Use the address of the example, ${own}, or POST a picture and write ${uploaded} here.`,
    )
  }
}

function nameOf(
  address: string,
  { examplePictures, publicUrl }: Pick<Given, 'examplePictures' | 'publicUrl'>,
): string {
  const place = examplePictures.indexOf(address)
  if (place !== -1) return builtInNames[place % builtInNames.length] ?? ''
  if (!URL.canParse(address, publicUrl)) return ''
  const { origin, pathname } = new URL(address, publicUrl)
  const name = new RegExp(`^${paths.provider}pictures/([a-z]+)\\.png$`).exec(pathname)?.[1]
  return origin === new URL(publicUrl).origin ? (name ?? '') : ''
}

async function checkedUpload(parameter: string, upload: Buffer | null): Promise<Buffer> {
  if (upload === null) throw refused(parameter, 'Send the picture as the body of a POST.')
  try {
    const { width = 0, height = 0, format } = await sharp(upload, { limitInputPixels: mostPixels }).metadata()
    if (!formats.has(format)) throw new Error(`${format} is no photo`)
    if (width * height <= mostPixels) return upload
  } catch (cause) {
    throw refused(parameter, 'The upload is no picture that this sandbox can read.', cause)
  }
  throw refused(parameter, `The upload has more than ${mostPixels / 1_000_000} million pixels.`)
}

function refused(parameter: string, reason: string, cause?: unknown): Problem {
  return new Problem('invalid-request', { fields: { [parameter]: reason }, cause })
}
