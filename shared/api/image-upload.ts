/** What the sandbox takes as an image of the visitor's own, as the body of a POST. */
export const uploadLimits = {
  /** A photo of a phone, as it is sent. */
  maxBytes: 4 * 1024 * 1024,
  /** A photo of a phone; decoded it takes 64 MB. */
  maxPixels: 16_000_000,
  /** Not SVG: it is a program that draws, and may name other files. */
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
} as const

/** Stands in a parameter for the image that comes along. */
export const uploadedImage = 'upload'

/** True where a parameter takes the address of an image. */
export function acceptsImage(parameter: string): boolean {
  return /^(?:img|image)_url(?:_\d)?$/.test(parameter)
}
