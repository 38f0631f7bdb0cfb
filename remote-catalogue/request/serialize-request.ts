import { getQueryStart } from '@portico/kit/api/api-base.ts'
import { type ApiRequest, apiKeySymbol } from './build-request.ts'

/** Shown instead of a key; URL encoding leaves it unchanged. */
export const apiKeyMask = '********'

/** A serialized request with its key, in parts that a page can format separately. */
export interface SerializedRequest {
  readonly method: ApiRequest['method']
  readonly base: string
  /** Names and values of the query, escaped; empty for a POST. */
  readonly query: readonly { readonly name: string; readonly value: string }[]
  /** JSON text of a POST, or null. */
  readonly body: string | null
}

/** Serializes a request with `key`: an API key, `apiKeyMask` or a placeholder. */
export function serializeRequest({ method, base, fields }: ApiRequest, key: string): SerializedRequest {
  const pairs = fields.map(({ name, value }) => [name, value === apiKeySymbol ? key : value] as const)
  if (method === 'POST') return { method, base, query: [], body: toJson(pairs) }
  const query = pairs.map(([name, value]) => ({
    name: encodeURIComponent(name),
    value: encodeURIComponent(value),
  }))
  return { method, base, query, body: null }
}

/** The request's full URL. */
export function toUrl(request: SerializedRequest): string {
  return request.base + toQueryParts(request).join('')
}

/** The query in pieces: `?code=apk`, `&api=…`. All begin with `&` if the base URL has a query. */
export function toQueryParts({ base, query }: SerializedRequest): string[] {
  const first = getQueryStart(base)
  return query.map(({ name, value }, index) => `${index === 0 ? first : '&'}${name}=${value}`)
}

/** The text that Copy copies: the URL of a GET, or a POST as an HTTP message. */
export function toText(request: SerializedRequest): string {
  if (request.body === null) return toUrl(request)
  return `POST ${request.base}\nContent-Type: application/json\n\n${request.body}`
}

/** The arguments for `fetch`. With an image, the request is a POST with the image as its body, which only the sandbox accepts. */
export function toFetchArguments(
  request: ApiRequest,
  key: string,
  image: Blob | null = null,
): [url: string, init: RequestInit] {
  const serialized = serializeRequest(request, key)
  // No cookies and no referrer: the API may belong to anyone.
  const init: RequestInit = { method: serialized.method, credentials: 'omit', referrerPolicy: 'no-referrer' }
  if (image) {
    const headers = { 'content-type': image.type }
    return [toUrl(serialized), { ...init, method: 'POST', headers, body: image }]
  }
  if (serialized.body === null) return [toUrl(serialized), init]
  return [
    serialized.base,
    { ...init, headers: { 'content-type': 'application/json' }, body: serialized.body },
  ]
}

// Object.fromEntries rather than a literal, so that `__proto__` is an ordinary name.
function toJson(entries: readonly (readonly [string, string])[]): string {
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}
