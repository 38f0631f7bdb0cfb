/** The file name of a Content-Disposition header (RFC 6266, RFC 8187); null: it has none. */
export function parseFileName(header: string): string | null {
  const parameters = new Map(
    [...header.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g)].map(
      ([, name = '', quoted, token = '']) => [
        name.toLowerCase(),
        quoted?.replace(/\\(.)/g, '$1') ?? token.trim(),
      ],
    ),
  )
  const [, charset, encoded] = /^([\w-]+)'[^']*'(.*)$/.exec(parameters.get('filename*') ?? '') ?? []
  const extended = charset && encoded ? decode(decodePercent(encoded), charset) : null
  // Some servers send the plain one in UTF-8, of which each byte arrives as a character.
  const plain = parameters.get('filename') ?? ''
  return extended ?? ((decode(plain, 'utf-8') ?? plain) || null)
}

function decode(bytes: string, charset: string): string | null {
  try {
    const decoder = new TextDecoder(charset, { fatal: true })
    return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return null // another charset
  }
}

function decodePercent(encoded: string): string {
  return encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
