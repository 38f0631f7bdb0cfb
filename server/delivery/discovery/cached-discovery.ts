import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import * as v from 'valibot'

const fileName = 'last-document.json'
const StoredSchema = v.pipe(v.string(), v.parseJson(), DiscoveryDocumentSchema)

/** The document that this machine last served; null: there is none that can be served. */
export function readLastDocument(dataDir: string): DiscoveryDocument | null {
  try {
    return v.parse(StoredSchema, readFileSync(join(dataDir, fileName), 'utf8'))
  } catch {
    return null // Never kept here, or damaged: the database has it.
  }
}

/** Keeps the document for a start without the database. Whole or not at all: written beside and renamed. */
export async function keepLastDocument(dataDir: string, document: DiscoveryDocument): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, fileName)
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    await handle
      .writeFile(JSON.stringify(document))
      .then(() => handle.sync())
      .finally(() => handle.close())
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
