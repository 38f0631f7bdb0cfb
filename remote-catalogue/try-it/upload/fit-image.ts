import { uploadLimits } from '@portico/kit/api/image-upload.ts'

/** The longer side of an image that is scaled, in pixels: a photo then has about a megabyte. */
const scaledSide = 2_000

/**
 * Scales an image that has too many bytes or pixels for an upload, as phones make them. Resolves with the same file if it fits, if the
 * browser can't decode it, or if it may be animated.
 */
export async function fitImage(file: File): Promise<File> {
  if (!/^image\/(?:png|jpeg|webp|avif)$/.test(file.type)) return file
  try {
    const image = await createImageBitmap(file) // turned upright
    const { maxBytes, maxPixels } = uploadLimits
    if (file.size <= maxBytes && image.width * image.height <= maxPixels) return file
    const ratio = Math.min(1, scaledSide / Math.max(image.width, image.height))
    const canvas = new OffscreenCanvas(Math.ceil(image.width * ratio), Math.ceil(image.height * ratio))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: file.type === 'image/jpeg' ? file.type : 'image/webp' })
    return new File([blob], file.name, { type: blob.type })
  } catch {
    return file // Its size is checked afterwards, and by the sandbox.
  }
}
