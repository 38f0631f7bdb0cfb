import { randomBytes } from 'node:crypto'
import type { Configuration } from '../configuration/configuration.ts'

/** Keeps a visitor in the same arm of each rollout. Nothing else knows it, and no report holds it. */
const name = 'portico_visitor'
const idBytes = 16
const lifeSeconds = 180 * 24 * 3_600

/** The id in a request's cookies, 128 random bits in base64url; null: there is none. */
export function readVisitorId(cookies: string | undefined): string | null {
  return /(?:^|;\s*)portico_visitor=([A-Za-z0-9_-]{22})(?:;|$)/.exec(cookies ?? '')?.[1] ?? null
}

/** The `Set-Cookie` that gives a visitor an id. */
export function createVisitorCookie({ publicUrl }: Pick<Configuration, 'publicUrl'>): string {
  const id = randomBytes(idBytes).toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${id}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
