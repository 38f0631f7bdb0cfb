import { acceptsImage, uploadedImage, uploadLimits } from '@portico/kit/api/image-upload.ts'
import type { Row } from '../../data/schema.ts'
import { getParameters } from '../../model/parameter.ts'
import type { ApiRequest } from '../../request/build-request.ts'
import { formatBytes } from '../response/read-response.ts'

/** The visitor's own image, and the parameters it replaces. */
export interface UploadedImage {
  readonly file: File
  readonly names: readonly string[]
}

/** The parameters of a row that take the URL of an image. */
export function getImageParameters(row: Row): string[] {
  return getParameters(row).flatMap(({ name }) => (acceptsImage(name) ? [name] : []))
}

const types: readonly string[] = uploadLimits.types

/** The image types and size that the sandbox accepts, in words. */
export const uploadRequirements = `PNG, JPEG, WebP, GIF or AVIF, at most ${formatBytes(uploadLimits.maxBytes)} and ${
  uploadLimits.maxPixels / 1_000_000
} million pixels`

/** Why the sandbox would reject a file, as far as the page can tell; null if it accepts it. */
export function checkImageFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!types.includes(type)) return `“${name}” isn’t a supported image. Choose ${uploadRequirements}.`
  if (size > uploadLimits.maxBytes) {
    return `“${name}” is ${formatBytes(size)}, which is too large. Choose an image of at most ${formatBytes(uploadLimits.maxBytes)}.`
  }
  return null
}

/** The request with a marker in the parameters that the image replaces. */
export function withUploadedImage(request: ApiRequest, { names }: UploadedImage): ApiRequest {
  const others = request.fields.filter(({ name }) => !names.includes(name))
  return { ...request, fields: [...others, ...names.map((name) => ({ name, value: uploadedImage }))] }
}
