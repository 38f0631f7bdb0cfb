import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { hasIntegrity } from '@portico/shared/release/compute-integrity.ts'
import { fileNameShape } from '@portico/shared/release/release-file.ts'
import { extract } from 'tar-stream'
import { type BuiltRelease, readBuiltRelease } from './built-release.ts'

/** Unpacks the archive of a published release into an empty folder. Throws unless it has exactly the published bytes. */
export async function unpackRelease(
  archive: Uint8Array,
  { folder, remote }: { readonly folder: string; readonly remote: string },
): Promise<BuiltRelease> {
  const files = new Map<string, Buffer>()
  const entries = extract()
  const feeding = pipeline(Readable.from([archive]), createGunzip(), entries)
  for await (const entry of entries) {
    // A readable stream, but not Node's class.
    files.set(entry.header.name, await buffer(entry as unknown as NodeJS.ReadableStream))
  }
  await feeding
  for (const [name, bytes] of files) {
    if (!fileNameShape.test(name)) throw new Error(`The archive contains an unexpected file ${name}.`)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const built = readBuiltRelease(folder, remote)
  for (const [name, { integrity }] of Object.entries(built.record.files))
    if (!hasIntegrity(files.get(name) ?? '', integrity))
      throw new Error(
        `${name} does not have the hash ${integrity} of its record. The site has damaged files.`,
      )
  return built
}
