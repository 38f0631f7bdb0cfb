import { gzipSync } from 'node:zlib'
import { packTar } from '@portico/protocol/release/tar-archive.ts'

/** Files by path, with `/` between folders. */
export type PackedFiles = ReadonlyMap<string, Buffer>

interface PackOptions {
  /** The only folder at the top of the archive. */
  readonly folder: string
  readonly isProgram: (path: string) => boolean
}

/** A gzipped tar archive. Equal files give equal bytes. */
export async function packFiles(files: PackedFiles, { folder, isProgram }: PackOptions): Promise<Buffer> {
  const entries = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const tar = await packTar(
    entries.map(([path, content]) => [
      { name: `${folder}/${path}`, mode: isProgram(path) ? 0o755 : 0o644 },
      content,
    ]),
  )
  return gzipSync(tar, { level: 7 }) // 9 takes twice the time for 0.3 % fewer bytes
}
