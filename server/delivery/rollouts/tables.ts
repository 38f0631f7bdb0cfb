/** Tables of staging. */
export interface RolloutTables {
  /** A remote: which of its releases visitors get. Ids are `<version>-<hash8>`. */
  remote: {
    name: string
    team: string
    stable: string | null
    fallback: string | null
    /** Why it is switched off; null: it is on. */
    off: string | null
    /** Why nothing of it may start or grow; null: it may. */
    frozen: string | null
    /** The last rollout there was. */
    rollout: string | null
  }
  /** A rollout; `state` is a `StagedRollout` as JSON. */
  rollout: {
    id: string
    remote: string
    status: string
    state: string
    started_at: number
    changed_at: number
    started_by: string
  }
  /** A right that one server has at a time. */
  lease: { name: string; holder: string; until: number }
}
