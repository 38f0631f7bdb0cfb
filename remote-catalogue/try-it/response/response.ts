/** A response. */
export interface ApiResponse {
  readonly status: number
  readonly statusText: string
  /** From the click to the last byte, in milliseconds. */
  readonly durationMs: number
  readonly body: Blob
  /** Rate limit headers, as far as the browser may read them. */
  readonly rateLimitHeaders: readonly (readonly [name: string, value: string])[]
}
