import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { type SigningKey, signJson, verifyJson } from '../../http/signature.ts'
import { getCookieAttributes, getCookieName } from '../../http/site-cookie.ts'
import {
  createVisitorCookies,
  createVisitorIds,
  readVisitorId,
  type VisitorId,
} from '../visitors/visitor-id.ts'
import { isCurrent, maxPreviews, type Preview, PreviewSchema } from './preview-link.ts'

const cookieName = 'portico_preview'
const ContentSchema = v.array(PreviewSchema)

type Signing = Pick<Configuration, 'publicUrl' | 'secrets'>

/** The previews that this browser has confirmed and that have not expired, one for each remote. */
export function readPreviews({ cookies }: Pick<FastifyRequest, 'cookies'>, signing: Signing): Preview[] {
  const value = cookies[getCookieName(cookieName, signing)]
  if (value === undefined) return []
  const visitor = readVisitorId({ cookies }, signing)
  const stored = visitor && verifyJson(ContentSchema, value, createKey(visitor, signing))
  return stored?.filter(isCurrent) ?? []
}

/** Creates the function that adds previews to those of the browser that has confirmed them. */
export function createPreviewWriter(configuration: Signing & Pick<Configuration, 'host'>) {
  const createId = createVisitorIds(configuration)
  const writeVisitorCookie = createVisitorCookies(configuration)
  return (request: FastifyRequest, reply: FastifyReply, confirmed: readonly Preview[]): void => {
    const known = readVisitorId(request, configuration)
    const visitor = known ?? createId(request)
    if (known === null) reply.header('set-cookie', writeVisitorCookie(visitor))
    const isReplaced = (preview: Preview) => confirmed.some(({ remote }) => remote === preview.remote)
    const others = readPreviews(request, configuration).filter((preview) => !isReplaced(preview))
    const newest = [...others, ...confirmed].slice(-maxPreviews)
    const until = Math.max(...newest.map((preview) => preview.until))
    setCookie(reply, signJson(newest, createKey(visitor, configuration)), { until, configuration })
  }
}

/** Ends all previews in the browser. */
export function endPreviews(reply: FastifyReply, configuration: Signing): void {
  setCookie(reply, '', { until: 0, configuration })
}

function setCookie(
  reply: FastifyReply,
  value: string,
  { until, configuration }: { readonly until: number; readonly configuration: Signing },
): void {
  reply.setCookie(getCookieName(cookieName, configuration), value, {
    ...getCookieAttributes(configuration),
    maxAge: Math.max(0, Math.ceil((until - Date.now()) / 1_000)),
  })
}

// The visitor's id, which only this browser has, is part of the key: a link that someone sends is not a cookie, and a cookie of another
// browser isn't either.
function createKey({ id }: VisitorId, { secrets }: Signing): SigningKey {
  return { secrets, purpose: `portico previews of ${id}` }
}
