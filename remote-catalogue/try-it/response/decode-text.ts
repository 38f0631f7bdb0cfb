import { readStart } from '../identify-body.ts'

/** A declaration in HTML, XML or CSS. */
const declaration =
  /<meta\s[^<>]*charset=["']?([\w:-]+)|^<\?xml\s[^<>]*encoding=["']([\w:-]+)|^@charset "([\w:-]+)/i
const byteOrderMarks = new Map([
  ['\xfe\xff', 'utf-16be'],
  ['\xff\xfe', 'utf-16le'],
])

/** The text of a body in its character encoding: of its byte order mark, its type, its declaration, or else UTF-8. */
export async function decodeText(body: Blob): Promise<string> {
  const start = await readStart(body)
  const label =
    byteOrderMarks.get(start.slice(0, 2)) ??
    /charset="?([\w:-]+)/i.exec(body.type)?.[1] ??
    declaration.exec(start)?.slice(1).find(Boolean)
  return createDecoder(label).decode(await body.arrayBuffer())
}

function createDecoder(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder() // no browser knows this encoding
  }
}
