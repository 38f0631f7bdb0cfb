import type { Configuration } from '../../configuration/configuration.ts'
import { type Preview, signPreview, verifyPreview } from './preview-link.ts'

const name = 'portico_preview'
const mostPreviews = 8 // a cookie has 4 KB

/** The previews that a browser has been given and that are not over, one for each remote. */
export function readPreviews(cookies: string | undefined, secret: string): Preview[] {
  const value = /(?:^|;\s*)portico_preview=([A-Za-z0-9_.~-]+)/.exec(cookies ?? '')?.[1]
  if (value === undefined) return []
  return value
    .split('~')
    .slice(0, mostPreviews)
    .map((text) => verifyPreview(text, secret))
    .filter((preview) => preview !== null)
}

/** The `Set-Cookie` that keeps these previews in a browser; none of them ends them all. */
export function createPreviewCookie(
  previews: readonly Preview[],
  { publicUrl, secret }: Pick<Configuration, 'publicUrl' | 'secret'>,
): string {
  const kept = previews.slice(-mostPreviews)
  const until = Math.max(0, ...kept.map((preview) => preview.until))
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1_000))
  const value = kept.map((preview) => signPreview(preview, secret)).join('~')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
