import type { ReleaseDocument } from '@portico/shared/release/document.ts'
import type { Services } from '../app.ts'
import { readDocument } from './read-document.ts'
import { hearRevisions } from './revision-notices.ts'

const pollMs = 2_000 // another instance's change has to be served here within 5 s, also where no notice arrives

/** The release document, kept in memory and read again when another instance has written. */
export interface LiveDocument {
  read(): ReleaseDocument
  /** Looks for a newer one now. Never rejects. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** Reads the document and begins to follow it. A database that is away leaves the last one in use. */
export async function followDocument(
  { db, configuration: { databaseUrl } }: Pick<Services, 'db' | 'configuration'>,
  everyMs = pollMs,
): Promise<LiveDocument> {
  let document = await readDocument(db)
  const refresh = async () => {
    const newest = await readDocument(db).catch(() => document)
    if (newest.revision > document.revision) document = newest
  }
  const notices = databaseUrl === null ? null : hearRevisions(databaseUrl, () => void refresh())
  await notices?.ensure()
  const look = () => {
    void refresh()
    void notices?.ensure()
  }
  const timer = setInterval(look, everyMs)
  const stop = async () => {
    clearInterval(timer)
    await notices?.stop()
  }
  return { read: () => document, refresh, stop }
}
