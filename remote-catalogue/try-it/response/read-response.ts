import { runInSlices } from '@portico/kit/yield-to-main.ts'
import { type JsonValue, parseJson } from '../../model/parse-json.ts'
import { cut } from '../../model/shorten.ts'
import { getEssence } from '../identify-body.ts'
import type { ApiResponse } from '../use-request.ts'
import { decodeText } from './decode-text.ts'

/** The content of a response, as far as it can be shown. */
export type ResponseContent =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly text: string; readonly isTruncated: boolean }
  | { readonly kind: 'image' }
  | { readonly kind: 'animated-image' }
  | { readonly kind: 'video' }
  | { readonly kind: 'audio' }
  | { readonly kind: 'file' }
  | { readonly kind: 'nothing' }

/** More JSON takes a phone seconds, and more memory than a tab has. */
const maxParsedBytes = 25_000_000
/** Longer texts are truncated on the page; the full text can be saved. */
const maxShownCharacters = 20_000

const stillImages = /^image\/(?:png|jpeg|avif|bmp)$/
// May be animated. SVG is excluded: untrusted files may contain anything.
const animatedImages = /^image\/(?:gif|webp|apng)$/

const textTypes =
  /^text\/|^application\/(?:.*[+.-])?(?:xml|ya?ml|javascript|ndjson|jsonl|sql|toml|graphql|x-www-form-urlencoded)$/

/** Reads a response by its content type. Text that is JSON is shown as such, whatever its type; invalid JSON as text. */
export async function readResponse({ body }: Pick<ApiResponse, 'body'>): Promise<ResponseContent> {
  if (body.size === 0) return { kind: 'nothing' }
  const type = getEssence(body.type)
  if (stillImages.test(type)) return { kind: 'image' }
  if (animatedImages.test(type)) return { kind: 'animated-image' }
  if (type.startsWith('video/')) return { kind: 'video' }
  if (type.startsWith('audio/')) return { kind: 'audio' }
  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(type)
  if (!isJson && !textTypes.test(type)) return { kind: 'file' }
  const canParse = body.size <= maxParsedBytes
  const text = await decodeText(canParse ? body : body.slice(0, maxShownCharacters * 4, body.type))
  if (canParse && (isJson || /^\s*[[{]/.test(text))) {
    try {
      return { kind: 'json', value: await runInSlices(parseJson(text)) }
    } catch {
      // Invalid: show the raw text.
    }
  }
  return {
    kind: 'text',
    text: cut(text, maxShownCharacters),
    isTruncated: !canParse || text.length > maxShownCharacters,
  }
}

const fileExtensions = new Map([
  ['application/json', 'json'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/vnd.android.package-archive', 'apk'],
  ['application/x-ndjson', 'ndjson'],
  ['application/xml', 'xml'],
  ['application/yaml', 'yaml'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['image/apng', 'png'],
  ['image/avif', 'avif'],
  ['image/bmp', 'bmp'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
])

/** The file name for saving a response. */
export function getFileName(code: string, type: string, { kind }: ResponseContent): string {
  if (kind === 'json') return `${code}.json`
  return `${code}.${fileExtensions.get(getEssence(type)) ?? (kind === 'text' ? 'txt' : 'bin')}`
}

/** `812 bytes`, `12.4 kB`, `3.1 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
