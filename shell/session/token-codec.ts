type TokenModule = Pick<
  typeof import('@portico/protocol/session/session-token.ts'),
  'decodeSessionToken' | 'encodeSessionToken'
>

/** Encrypts and decrypts tokens with code that loads once it is needed: most pages compare tokens and decrypt none. */
export type TokenCodec = ReturnType<typeof createTokenCodec>

/** Creates a codec whose code `fetchModule` loads. */
export function createTokenCodec(fetchModule: () => Promise<TokenModule>) {
  let loaded: TokenModule | undefined
  let requested: Promise<TokenModule> | undefined
  const load = () => {
    requested ??= fetchModule().then(
      (module) => {
        loaded = module
        return module
      },
      (error: unknown) => {
        requested = undefined
        throw error
      },
    )
    return requested
  }
  return {
    /** Loads the code; again after a failure. */
    load,
    /** Calls `work` with the code: immediately if it has loaded. Warns if it does not load. */
    use(work: (module: TokenModule) => void) {
      if (loaded === undefined)
        load().then(work, (error) => console.warn('The session token could not be read or written.', error))
      else work(loaded)
    },
  }
}

/** The codec of this page. */
export const tokenCodec: TokenCodec = createTokenCodec(
  () => import(/* webpackChunkName: "session-token" */ '@portico/protocol/session/session-token.ts'),
)
