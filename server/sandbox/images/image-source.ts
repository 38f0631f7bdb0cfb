import { uploadedImage, uploadLimits } from '@portico/shared/api/image-upload.ts'
import type { Values } from '@portico/shared/api/validate-values.ts'
import { paths } from '@portico/shared/paths.ts'
import sharp from 'sharp'
import { Problem } from '../../http/problems/errors.ts'
import { builtInImageNames, getBuiltInImage } from './built-in-images.ts'

/** The picture that a parameter of the call names. Throws `invalid-request` where the sandbox has none. */
export type ImageSource = (parameter: string) => Promise<Buffer>

interface Given {
  readonly values: Values
  /** What came along with a POST. */
  readonly upload: Buffer | null
  /** Addresses that the examples name: each stands for a built-in picture. */
  readonly exampleImages: readonly string[]
  /** Address of the site. */
  readonly publicUrl: string
}

const { maxPixels } = uploadLimits
// sharp calls AVIF by the name of its container.
const formats = new Set(uploadLimits.types.map((type) => type.replace('image/', '').replace('avif', 'heif')))

/** Finds pictures for a call. Never fetches an address: whoever could make the server do so could look behind it. */
export function createImageSource({ values, upload, exampleImages, publicUrl }: Given): ImageSource {
  return async (parameter) => {
    const address = values[parameter]?.trim() ?? ''
    if (address === uploadedImage) return checkedUpload(parameter, upload)
    const picture = await getBuiltInImage(nameOf(address, { exampleImages, publicUrl }))
    if (picture) return picture
    const own = builtInImageNames.map((name) => `${paths.sandbox}pictures/${name}.png`).join(', ')
    throw refused(
      parameter,
      `This sandbox fetches no pictures. Use the address of the example, ${own}, or POST a picture and write ${uploadedImage} here.`,
    )
  }
}

function nameOf(
  address: string,
  { exampleImages, publicUrl }: Pick<Given, 'exampleImages' | 'publicUrl'>,
): string {
  const place = exampleImages.indexOf(address)
  if (place !== -1) return builtInImageNames[place % builtInImageNames.length] ?? ''
  if (!URL.canParse(address, publicUrl)) return ''
  const { origin, pathname } = new URL(address, publicUrl)
  const name = new RegExp(`^${paths.sandbox}pictures/([a-z]+)\\.png$`).exec(pathname)?.[1]
  return origin === new URL(publicUrl).origin ? (name ?? '') : ''
}

async function checkedUpload(parameter: string, upload: Buffer | null): Promise<Buffer> {
  if (upload === null) throw refused(parameter, 'Send the picture as the body of a POST.')
  try {
    const { width = 0, height = 0, format } = await sharp(upload, { limitInputPixels: maxPixels }).metadata()
    if (!formats.has(format)) throw new Error(`${format} is no photo`)
    if (width * height <= maxPixels) return upload
  } catch (cause) {
    throw refused(parameter, 'The upload is no picture that this sandbox can read.', cause)
  }
  throw refused(parameter, `The upload has more than ${maxPixels / 1_000_000} million pixels.`)
}

function refused(parameter: string, reason: string, cause?: unknown): Problem {
  return new Problem('invalid-request', { fields: { [parameter]: reason }, cause })
}
