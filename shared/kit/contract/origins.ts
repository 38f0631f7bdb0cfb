import * as v from 'valibot'
import { boundedArray } from '../bounded.ts'

const mostOrigins = 20
// Two releases of a remote may be in one header, and proxies refuse headers of more than 4 KiB by default.
const mostCharacters = 1_000

// No `*`, which would allow hosts that nobody has approved, and no IPv6: policies can't name it.
const originShape =
  /^(?:(?:https|wss):\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/

const expected =
  'expected an origin such as https://api.example.com or wss://live.example.com:8443, in lower case, without a path'

/** Schema of an origin that pages of a remote use. `http:` and `ws:` only lead to the visitor's own machine, for development. */
export const OriginSchema = v.pipe(
  v.string(),
  v.regex(originShape, expected),
  // Rejects what a browser writes differently: default ports, `https://1.2`, ports above 65535.
  v.check((text) => URL.canParse(text) && new URL(text).origin === text, expected),
)

const OriginListSchema = v.exactOptional(boundedArray(OriginSchema, mostOrigins, 'origins'))

/** What the operator approves so that a remote's pages and workers may run WebAssembly. */
export const wasmAccess = 'wasm'

/**
 * Schema of the other origins that the pages of a remote use: those that they fetch, and load images, media or frames from; and of
 * what they run besides scripts.
 */
export const RemoteOriginsSchema = v.pipe(
  v.strictObject({
    connect: OriginListSchema,
    image: OriginListSchema,
    media: OriginListSchema,
    frame: OriginListSchema,
    /** A build adds it for `.wasm` files; packages may have their code in a script. */
    run: v.exactOptional(boundedArray(v.pipe(v.string(), v.value(wasmAccess)), 1, 'kinds of code')),
  }),
  v.check(
    (origins) => Object.values(origins).flat().join(' ').length <= mostCharacters,
    `expected origins of at most ${mostCharacters} characters together`,
  ),
)

/** The other origins that the pages of a remote use. */
export type RemoteOrigins = v.InferOutput<typeof RemoteOriginsSchema>
