import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'
import writeFileAtomic from 'write-file-atomic'
import { createDataFolder } from '../../configuration/create-data-folder.ts'

const fileName = 'last-document.json'
const StoredSchema = v.pipe(v.string(), v.parseJson(), DiscoveryDocumentSchema)

/** The document that this machine served last; null: there is none, or it is damaged. */
export function readCachedDiscovery(dataDir: string): DiscoveryDocument | null {
  try {
    return v.parse(StoredSchema, readFileSync(join(dataDir, fileName), 'utf8'))
  } catch {
    return null // the database has it
  }
}

/** Stores the document for a start without the database, atomically and durably. */
export async function cacheDiscovery(dataDir: string, document: DiscoveryDocument): Promise<void> {
  createDataFolder(dataDir)
  await writeFileAtomic(join(dataDir, fileName), JSON.stringify(document), { mode: 0o600 })
}
