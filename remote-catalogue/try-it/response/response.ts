/** What came back. */
export interface Answer {
  readonly status: number
  readonly statusText: string
  /** From the press to the last byte, in milliseconds. */
  readonly ms: number
  readonly body: Blob
  /** Headers that tell how many calls are left, as far as the browser may read them. */
  readonly limits: readonly (readonly [name: string, value: string])[]
}
