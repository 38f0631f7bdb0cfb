import { runInSlices } from '@portico/kit/yield-to-main.ts'
import { type JsonValue, parseJson } from '../../model/parse-json.ts'
import type { ApiResponse } from '../use-request.ts'

/** The content of a response, as far as it can be shown. */
export type ResponseContent =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly text: string; readonly isTruncated: boolean }
  | { readonly kind: 'image' }
  | { readonly kind: 'animated-image' }
  | { readonly kind: 'video' }
  | { readonly kind: 'audio' }
  | { readonly kind: 'file' }

/** Longer texts are truncated on the page; the full text can be saved. */
const maxShownCharacters = 20_000

const stillImages = /^image\/(?:png|jpeg|avif|bmp)$/
// May be animated. SVG is excluded: untrusted files may contain anything.
const animatedImages = /^image\/(?:gif|webp|apng)$/

/** Reads a response by its content type. Invalid JSON is shown as text. */
export async function readResponse({ body }: Pick<ApiResponse, 'body'>): Promise<ResponseContent> {
  const type = body.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (stillImages.test(type)) return { kind: 'image' }
  if (animatedImages.test(type)) return { kind: 'animated-image' }
  if (type.startsWith('video/')) return { kind: 'video' }
  if (type.startsWith('audio/')) return { kind: 'audio' }
  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(type)
  if (!isJson && !type.startsWith('text/')) return { kind: 'file' }
  const text = await body.text()
  if (isJson) {
    try {
      return { kind: 'json', value: await runInSlices(parseJson(text)) }
    } catch {
      // Declared as JSON but invalid: show the raw text.
    }
  }
  return {
    kind: 'text',
    text: text.slice(0, maxShownCharacters),
    isTruncated: text.length > maxShownCharacters,
  }
}

const fileExtensions = new Map([
  ['application/json', 'json'],
  ['application/zip', 'zip'],
  ['application/vnd.android.package-archive', 'apk'],
  ['audio/mpeg', 'mp3'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['text/plain', 'txt'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
])

/** The file name for saving a response. */
export function getFileName(code: string, { body }: Pick<ApiResponse, 'body'>): string {
  return `${code}.${fileExtensions.get(body.type.split(';', 1)[0] ?? '') ?? 'bin'}`
}

/** `812 bytes`, `12.4 kB`, `3.1 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
