/** Tables of events. */
export interface EventTables {
  /** What was done, append-only; each row holds the hash of the one before. `before` and `after` are JSON. */
  event: {
    seq: number
    at: number
    by: string
    what: string
    remote: string | null
    rollout: string | null
    before: string
    after: string
    reason: string | null
    revision: number | null
    previous: string
    hash: string
  }
}
