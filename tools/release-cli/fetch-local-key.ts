import { paths } from '@portico/kit/paths.ts'
import { LocalKeySchema } from '@portico/protocol/rollout/rollout-api.ts'
import * as v from 'valibot'

const timeoutMs = 10_000
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The key of a site on this machine: it redirects to another of its ports, which only this machine reaches. null: the site is
 * elsewhere, or an older one without keys. It then says itself whether it needs one.
 */
export async function fetchLocalKey(address: string): Promise<string | null> {
  // Another site could redirect to any port of this machine, and would get what that responds.
  if (!loopback.test(new URL(address).hostname)) return null
  const signal = AbortSignal.timeout(timeoutMs)
  const body = await fetch(new URL(paths.localKey, address), { signal })
    .then((response) => response.json())
    .catch(() => null)
  const parsed = v.safeParse(LocalKeySchema, body)
  return parsed.success ? parsed.output.key : null
}
