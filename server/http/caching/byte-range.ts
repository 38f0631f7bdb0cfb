interface RangeRequest {
  readonly range?: string | undefined
  readonly 'if-range'?: string | undefined
}

const shape = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/

/**
 * The part of a body that a GET request asks for (RFC 9110, 14.2). null: the whole body, also for several ranges, for what isn't
 * one, and if the client has a part of another version. `unsatisfiable`: the body ends before.
 */
export function readRange(
  { range = '', 'if-range': version }: RangeRequest,
  { length, etag }: { readonly length: number; readonly etag: string | undefined },
): { readonly first: number; readonly last: number } | 'unsatisfiable' | null {
  const [isRange, from = '', to = '', suffix] = shape.exec(range) ?? []
  if (isRange === undefined || (version !== undefined && version !== etag)) return null
  const first = suffix === undefined ? Number(from) : Math.max(0, length - Number(suffix))
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= length ? 'unsatisfiable' : { first, last }
}
