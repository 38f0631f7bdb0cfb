import * as module from '@portico/protocol/session/session-token.ts'
import type { TokenCodec } from '../session/token-codec.ts'

/** A codec whose code has loaded. */
export const loadedCodec: TokenCodec = { load: async () => module, use: (work) => work(module) }
