import { uploadLimits } from '@portico/kit/api/image-upload.ts'

type ImageType = (typeof uploadLimits.types)[number]

const text = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

// The signature of each format. Given other bytes, an image library may choose an unexpected decoder.
const signatures: Readonly<Record<ImageType, (bytes: Buffer) => boolean>> = {
  'image/png': (bytes) => text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  'image/jpeg': (bytes) => text(bytes, 0, 3) === '\xff\xd8\xff',
  'image/webp': (bytes) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP',
  'image/gif': (bytes) => ['GIF87a', 'GIF89a'].includes(text(bytes, 0, 6)),
  'image/avif': (bytes) => ['ftypavif', 'ftypavis'].includes(text(bytes, 4, 12)),
}

/** Whether a file starts like an image of a type that can be uploaded. Ignores its declared type. */
export function isImage(bytes: Buffer): boolean {
  return uploadLimits.types.some((type) => signatures[type](bytes))
}
