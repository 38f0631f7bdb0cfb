import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/**
 * Writes a file and its folder. Nobody ever reads a part of it, and of several processes that write it at the same time the
 * last one counts.
 */
export async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFileAtomic(file, bytes)
}
