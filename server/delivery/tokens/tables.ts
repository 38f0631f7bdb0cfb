/** Tables of tokens. */
export interface TokenTables {
  /** A token of the release calls; `hash` is the SHA-256 of its secret. A withdrawn one expired when it was withdrawn. */
  token: {
    id: string
    name: string
    hash: string
    /** JSON: an array of scopes. */
    scopes: string
    created_at: number
    expires_at: number
    last_used_at: number | null
  }
}
