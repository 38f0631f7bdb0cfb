import { identifyFile } from '@portico/kit/api/identify-file.ts'
import { uploadedImage, uploadLimits } from '@portico/kit/api/image-upload.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { paths } from '@portico/kit/paths.ts'
import sharp from 'sharp'
import { Problem } from '../../http/problems/errors.ts'
import { builtInImageNames, getBuiltInImage } from './built-in-images.ts'
import { shrinkImage } from './edit-image.ts'

/** Finds the image that a parameter names. Throws `invalid-request` if the sandbox doesn't have it. */
export type ImageSource = (parameter: string) => Promise<Buffer>

interface SourceOptions {
  readonly values: Values
  readonly upload: Buffer | null
  /** Image URLs in the examples; each stands for a built-in image. */
  readonly exampleImages: readonly string[]
  readonly publicUrl: string
}

const { maxPixels } = uploadLimits
const unreadable = 'The upload is not an image that this sandbox can read.'

// Only the formats of uploads, and our own SVG: libvips reads many more, most of them seldom tested.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})

/** Finds the images of a request. Never fetches a URL, because that would give clients access to the server's network. */
export function createImageSource({ values, upload, exampleImages, publicUrl }: SourceOptions): ImageSource {
  return async (parameter) => {
    const address = values[parameter]?.trim() ?? ''
    if (address === uploadedImage) return readUpload(parameter, upload)
    const image = await getBuiltInImage(findName(address, { exampleImages, publicUrl }))
    if (image) return image
    const own = builtInImageNames.map((name) => `${paths.sandbox}images/${name}.png`).join(', ')
    throw createProblem(
      parameter,
      `This sandbox does not fetch images. Use the URL of the example or ${own}, or POST an image and write ${uploadedImage} here.`,
    )
  }
}

function findName(
  address: string,
  { exampleImages, publicUrl }: Pick<SourceOptions, 'exampleImages' | 'publicUrl'>,
): string {
  const index = exampleImages.indexOf(address)
  if (index !== -1) return builtInImageNames[index % builtInImageNames.length] ?? ''
  if (!URL.canParse(address, publicUrl)) return ''
  const { origin, pathname } = new URL(address, publicUrl)
  const folder = `${paths.sandbox}images/`
  if (origin !== new URL(publicUrl).origin || !pathname.startsWith(folder)) return ''
  return /^([a-z]+)\.png$/.exec(pathname.slice(folder.length))?.[1] ?? ''
}

/** The upload in the size that the sandbox works with. */
async function readUpload(parameter: string, upload: Buffer | null): Promise<Buffer> {
  if (upload === null) throw createProblem(parameter, 'Send the image as the body of a POST.')
  if (!isImage(upload)) throw createProblem(parameter, unreadable)
  try {
    // Reads only the header. With a limit, an image that is too large would pass for a damaged one.
    const { width = 0, height = 0 } = await sharp(upload, { limitInputPixels: false }).metadata()
    if (width * height <= maxPixels) return await shrinkImage(upload)
  } catch (cause) {
    throw createProblem(parameter, unreadable, cause)
  }
  throw createProblem(
    parameter,
    `The upload has more than ${maxPixels / 1_000_000} million pixels. Scale it down first.`,
  )
}

function createProblem(parameter: string, reason: string, cause?: unknown): Problem {
  return new Problem('invalid-request', { fields: { [parameter]: reason }, cause })
}

/** Whether a file starts like an image of a type that can be uploaded: given other bytes, an image library may choose an unexpected decoder. */
function isImage(bytes: Buffer): boolean {
  const type = identifyFile(bytes.toString('latin1', 0, 12))
  return uploadLimits.types.some((allowed) => allowed === type)
}
