/** What came back. */
export interface ApiResponse {
  readonly status: number
  readonly statusText: string
  /** From the press to the last byte, in milliseconds. */
  readonly durationMs: number
  readonly body: Blob
  /** Headers that tell how many calls are left, as far as the browser may read them. */
  readonly rateLimitHeaders: readonly (readonly [name: string, value: string])[]
}
