/** The first bytes of files, `?` for any; the first that matches counts. */
const signatures: readonly (readonly [start: string, type: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF????WEBP', 'image/webp'],
  ['????ftypavif', 'image/avif'],
  ['????ftypavis', 'image/avif'],
  ['????ftypM4A ', 'audio/mp4'],
  ['????ftyp', 'video/mp4'],
  ['\x1aE\xdf\xa3', 'video/webm'],
  ['ID3', 'audio/mpeg'],
  ['\xff\xfb', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['RIFF????WAVE', 'audio/wav'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
]

/** The type of a file that starts with these bytes, each a character up to U+00FF; null: unknown. Twelve bytes are enough. */
export function identifyFile(start: string): string | null {
  const matches = (signature: string) =>
    Array.from(signature).every((byte, place) => byte === '?' || byte === start[place])
  return signatures.find(([signature]) => matches(signature))?.[1] ?? null
}
