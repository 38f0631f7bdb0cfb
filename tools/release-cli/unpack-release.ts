import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { fileNameShape, maxTarBytes, maxUnpackedBytes, mebibyte } from '@portico/kit/contract/release-file.ts'
import { hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { readTar } from '@portico/protocol/release/tar-archive.ts'
import type { BuiltApp } from './built-release.ts'

/** Unpacks the archive of a published release into an empty folder. Throws unless it has exactly the published bytes. */
export async function unpackRelease<Built extends BuiltApp>(
  archive: Uint8Array,
  folder: string,
  readBuild: (folder: string) => Built,
): Promise<Built> {
  const files = new Map<string, Uint8Array>()
  for await (const { header, read } of readTar(Readable.from([decompress(archive)])))
    files.set(header.name, await read())
  for (const [name, bytes] of files) {
    if (!fileNameShape.test(name)) throw new Error(`The archive contains an unexpected file ${name}.`)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const built = readBuild(folder)
  for (const [name, { integrity }] of Object.entries(built.record.files))
    if (!hasIntegrity(files.get(name) ?? '', integrity))
      throw new Error(
        `${name} does not match its recorded hash ${integrity}. The files on the site are damaged.`,
      )
  return built
}

function decompress(archive: Uint8Array): Buffer {
  try {
    return gunzipSync(archive, { maxOutputLength: maxTarBytes })
  } catch (cause) {
    throw new Error(
      `Expected an archive of a release, at most ${maxUnpackedBytes / mebibyte} MiB unpacked. The site has sent something else: check its address.`,
      { cause },
    )
  }
}
