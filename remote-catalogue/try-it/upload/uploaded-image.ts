import { acceptsImage, uploadedImage, uploadLimits } from '@portico/shared/api/image-upload.ts'
import type { Row } from '../../data/schema.ts'
import { getParameters } from '../../model/parameter.ts'
import type { ApiRequest } from '../../request/build-request.ts'
import { formatBytes } from '../response/read-response.ts'

/** A picture of the visitor's, and the parameters that it stands for. */
export interface UploadedImage {
  readonly file: File
  readonly names: readonly string[]
}

/** The parameters of a row that take a picture's address. */
export function getImageParameters(row: Row): string[] {
  return getParameters(row).flatMap(({ name }) => (acceptsImage(name) ? [name] : []))
}

const types: readonly string[] = uploadLimits.types

/** What the sandbox takes, in words. */
export const uploadRequirements = `PNG, JPEG, WebP, GIF or AVIF, at most ${formatBytes(uploadLimits.maxBytes)} and ${
  uploadLimits.maxPixels / 1_000_000
} million pixels`

/** Why the sandbox would refuse a file, as far as a page can tell; null: it takes it. */
export function checkImageFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!types.includes(type)) return `“${name}” isn’t a supported image. Choose ${uploadRequirements}.`
  if (size > uploadLimits.maxBytes) {
    return `“${name}” is ${formatBytes(size)}, which is too large. Choose an image of at most ${formatBytes(uploadLimits.maxBytes)}.`
  }
  return null
}

/** The request that says which parameters the picture stands for. */
export function withUploadedImage(request: ApiRequest, { names }: UploadedImage): ApiRequest {
  const others = request.fields.filter(({ name }) => !names.includes(name))
  return { ...request, fields: [...others, ...names.map((name) => ({ name, value: uploadedImage }))] }
}
