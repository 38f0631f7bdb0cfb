import { ConsoleSessionSchema } from '@portico/protocol/tokens/console-session.ts'
import { send } from './send.ts'
import { setSession } from './session-store.ts'

/** Asks the server who is signed in. Returns why it can't say; null: it did. */
export async function checkSession(): Promise<string | null> {
  try {
    setSession(await send({ path: '/session', response: ConsoleSessionSchema }))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
