import type { SignedIn } from '../site/create-account.ts'

/** The `Cookie` header of a visitor's browser. */
export function toCookieHeader({ cookies }: Pick<SignedIn, 'cookies'>): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
