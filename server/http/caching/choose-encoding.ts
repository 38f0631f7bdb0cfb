/** How a body may be encoded. */
export type Encoding = 'identity' | 'br' | 'gzip'

/** A body in each encoding in which it is stored; always includes `identity`. */
export type EncodedBodies = { readonly identity: Buffer } & {
  readonly [encoding in Encoding]?: Buffer | undefined
}

/** The best of the available encodings that the `Accept-Encoding` header allows (RFC 9110, 12.5.3; a weight only distinguishes zero from the rest). */
export function chooseEncoding(
  accepted: string | undefined,
  available: { readonly [encoding in Encoding]?: unknown },
): Encoding {
  const allowed = listAllowed(accepted)
  return (
    (['br', 'gzip'] as const).find((encoding) => available[encoding] && allowed.includes(encoding)) ??
    'identity'
  )
}

/** The encodings that an `Accept-Encoding` header allows, in lower case. */
export function listAllowed(accepted: string | undefined): string[] {
  return (accepted ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/i.test(weight ?? ''))
    .map(([name = '']) => name.toLowerCase())
}
