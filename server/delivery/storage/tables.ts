import type { Generated } from 'kysely'

/** Tables of released things. */
export interface ReleaseTables {
  /** One immutable release of the shell or of a remote; `record` is its `release.json`. */
  release: {
    app: string
    id: string
    record: string
    published_at: number
    /** Name of the token; `start` for what the site itself published. */
    published_by: Generated<string>
    /** Why it was taken back; null: it was not. */
    quarantined: string | null
    /** When its files were removed; null: they are there. */
    collected_at: number | null
  }
  /** Every revision of the release document; the newest is what visitors get. */
  document: { revision: number; body: string; created_at: number }
}
