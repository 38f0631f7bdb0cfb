import type { ReleaseDocument } from '@portico/shared/release/document.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { readDocument } from './read-document.ts'

const pollMs = 2_000 // another instance's change has to be served here within 5 s

/** The release document, kept in memory and read again when another instance has written. */
export interface LiveDocument {
  read(): ReleaseDocument
  /** Looks for a newer one now. Never rejects. */
  refresh(): Promise<void>
  stop(): void
}

/** Reads the document and begins to follow it. A database that is away leaves the last one in use. */
export async function followDocument(db: Kysely<Tables>): Promise<LiveDocument> {
  let document = await readDocument(db)
  const refresh = async () => {
    const newest = await readDocument(db).catch(() => document)
    if (newest.revision > document.revision) document = newest
  }
  const timer = setInterval(() => void refresh(), pollMs)
  return { read: () => document, refresh, stop: () => clearInterval(timer) }
}
