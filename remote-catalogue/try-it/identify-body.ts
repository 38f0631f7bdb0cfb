import { identifyFile } from '@portico/kit/api/identify-file.ts'

// Types that servers send when they don't know, or name after the file's extension.
const vague =
  /^$|^(?:application|binary)\/(?:octet-stream|force-download|x-download)$|^text\/plain$|^image\/(?!apng$)/
const maxInspectedBytes = 1024

/** The body with the type that its first bytes have, where the declared one is missing, vague or an image's. */
export async function identifyBody(body: Blob): Promise<Blob> {
  const declared = getEssence(body.type)
  if (!vague.test(declared) || body.size === 0) return body
  const start = await readStart(body)
  const type =
    identifyFile(start) ?? (/^(?:text|image)\//.test(declared) || isBinary(start) ? null : 'text/plain')
  return type === null ? body : body.slice(0, body.size, type)
}

/** A media type without its parameters, in lower case. */
export function getEssence(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The first bytes, each a character up to U+00FF. */
export async function readStart(body: Blob): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await body.slice(0, maxInspectedBytes).arrayBuffer()))
}

/** Whether bytes are no text: these control characters occur in none. */
function isBinary(start: string): boolean {
  return Array.from(start).some((byte) => byte < ' ' && !'\t\n\f\r\x1b'.includes(byte))
}
