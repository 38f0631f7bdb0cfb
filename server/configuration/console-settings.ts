import { join } from 'node:path'
import { maxPort } from '@portico/protocol/max-port.ts'
import * as v from 'valibot'
import { OriginSchema, PortSchema, TextSchema } from './setting-schemas.ts'

const off = 'off'
const portOffset = 1_000 // not 1: servers of one machine often have adjacent ports

export const ConsoleSettingsSchema = v.object({
  CONSOLE_PORT: v.optional(
    v.union([v.literal(off), PortSchema], `a port from 1 to ${maxPort}, or ${off} for no console`),
  ),
  CONSOLE_HOST: v.optional(TextSchema, '127.0.0.1'),
  CONSOLE_URL: v.optional(OriginSchema),
})
type Environment = v.InferOutput<typeof ConsoleSettingsSchema>

/** The console's listener, address and build, which is in the folder of all `builds`; null: there is none. */
export function readConsoleSettings(env: Environment & { readonly PORT: number }, builds: string) {
  const { CONSOLE_PORT = getDefaultPort(env.PORT), CONSOLE_HOST: host, CONSOLE_URL } = env
  if (CONSOLE_PORT === off) return null
  return {
    port: CONSOLE_PORT,
    host,
    /** The console's origin, without a trailing slash. Not the site's host name: cookies don't distinguish ports. */
    url: CONSOLE_URL ?? `http://localhost:${CONSOLE_PORT}`,
    /** Whether CONSOLE_URL is set: browsers reach the console without a tunnel. */
    isPublic: CONSOLE_URL !== undefined,
    /** Whether CONSOLE_PORT is set, so that the server doesn't start without the console. */
    isRequired: env.CONSOLE_PORT !== undefined,
    folder: join(builds, 'console'),
  }
}

export type ConsoleSettings = ReturnType<typeof readConsoleSettings>

function getDefaultPort(sitePort: number): number {
  return sitePort + portOffset > maxPort ? sitePort - portOffset : sitePort + portOffset
}
