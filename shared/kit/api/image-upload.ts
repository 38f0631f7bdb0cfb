/** Limits of an uploaded image, which the sandbox accepts as the body of a POST request. */
export const uploadLimits = {
  /** A photo from a phone. */
  maxBytes: 4 * 1024 * 1024,
  /** A photo from a phone; decoded, it takes 64 MB. */
  maxPixels: 16_000_000,
  /** Not SVG, which can contain scripts and reference other files. */
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
} as const

/** The value of a parameter that refers to the uploaded image. */
export const uploadedImage = 'upload'

/** Whether a parameter takes the URL of an image. */
export function acceptsImage(parameter: string): boolean {
  return /^(?:img|image)_url(?:_\d)?$/.test(parameter)
}
