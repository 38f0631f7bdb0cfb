import type { BrowserContextOptions } from '@playwright/test'
import type { SignedIn } from './create-account.ts'

/**
 * Options of a browser context that has a visitor's cookies and token before the visit: to store the token during it would cost
 * the first paint 20 ms. null: nobody is signed in.
 */
export function toContextOptions(
  origin: string,
  visitor: SignedIn | null,
): Pick<BrowserContextOptions, 'storageState'> {
  if (visitor === null) return {}
  const { cookies, token } = visitor
  const localStorage = [{ name: token.key, value: token.value }]
  return { storageState: { cookies: [...cookies], origins: [{ origin, localStorage }] } }
}
