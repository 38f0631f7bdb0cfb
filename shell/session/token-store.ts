import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import type { TokenCodec } from './token-codec.ts'
import { readToken, type StorageWindow, writeToken } from './token-storage.ts'

/** Loads and stores the visitor of the token. What waits for the codec is dropped once there is a newer change. */
export function createTokenStore(browser: StorageWindow, codec: TokenCodec) {
  let changes = 0
  const whenCodecLoads = (work: Parameters<TokenCodec['use']>[0]) => {
    changes += 1
    const change = changes
    codec.use((module) => change === changes && work(module))
  }
  /** One that is the same stays, so that no other tab re-renders. */
  const write = (token: string) => {
    if (readToken(browser) !== token) writeToken(browser, token)
  }
  return {
    /** `onRecord` receives the visitor; it isn't called where storage is blocked. Removes an invalid token. */
    load(onRecord: (record: SessionRecord | null) => void): void {
      const token = readToken(browser)
      if (token === undefined) return
      if (token === null) {
        changes += 1
        onRecord(null)
        return
      }
      whenCodecLoads(({ decodeSessionToken }) => {
        const record = decodeSessionToken(token)
        if (record === null) writeToken(browser, null)
        onRecord(record)
      })
    },
    /** Stores a visitor, with the token from the server if there is one; null removes the token. Returns the token of before. */
    store(visitor: SessionRecord | null, token?: string): string | null {
      const stored = readToken(browser) ?? null
      if (visitor === null || token !== undefined) changes += 1
      if (visitor === null) {
        if (stored !== null) writeToken(browser, null)
      } else if (token !== undefined) write(token)
      else whenCodecLoads(({ encodeSessionToken }) => write(encodeSessionToken(visitor)))
      return stored
    },
  }
}
