/** A body in each encoding in which it is stored; always includes `identity`. */
export type EncodedBodies = { readonly identity: Buffer } & {
  readonly [encoding in 'br' | 'gzip']?: Buffer | undefined
}

/** The best stored encoding that the `Accept-Encoding` header allows (RFC 9110, 12.5.3; a weight only distinguishes zero from the rest). */
export function chooseEncoding(accepted: string | undefined, bodies: EncodedBodies): keyof EncodedBodies {
  const allowed = listAllowed(accepted)
  return (
    (['br', 'gzip'] as const).find((encoding) => bodies[encoding] && allowed.includes(encoding)) ?? 'identity'
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
