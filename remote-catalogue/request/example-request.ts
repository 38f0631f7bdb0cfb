import type { Row, Variant } from '../data/schema.ts'

/** Stands where the visitor puts the key of their own. */
export const keyPlaceholder = 'YOUR_API_KEY'

/** Stands where the site's owner has not configured the provider's address. */
export const placeholderBase = 'https://api.example.com/'

/** A request in parts, so that a page can set each part as it likes. */
export interface ExampleRequest {
  readonly method: Row['get']
  readonly base: string
  /** Names and escaped values of the query; empty for a POST. */
  readonly query: readonly QueryPart[]
  /** JSON text of a POST, or null. */
  readonly body: string | null
}

interface QueryPart {
  readonly name: string
  readonly value: string
}

/** The example request of a row, or of one of its variants, at the provider's address `base`. */
export function exampleRequest(row: Row, base: string, variant?: Variant): ExampleRequest {
  const values = { ...row.example }
  let code = row.code
  if (variant && row.variants) {
    if (row.variants.param === 'code') code = String(variant.value)
    else values[row.variants.param] = String(variant.value)
  }
  if (row.get === 'POST') {
    const body = JSON.stringify({ api: keyPlaceholder, ...values }, null, 2)
    return { method: 'POST', base, query: [], body }
  }
  const query = Object.entries({ code, api: keyPlaceholder, ...values })
  return {
    method: 'GET',
    base,
    query: query.map(([name, value]) => ({ name, value: encodeURIComponent(value) })),
    body: null,
  }
}

/** The request's whole address. */
export function requestUrl({ base, query }: ExampleRequest): string {
  return base + queryTexts(query).join('')
}

/** `?code=apk`, `&api=…`: the query in pieces. */
export function queryTexts(query: ExampleRequest['query']): string[] {
  return query.map(({ name, value }, index) => `${index === 0 ? '?' : '&'}${name}=${value}`)
}

/** What the Copy button gives: the address of a GET; of a POST the whole request, as HTTP writes it. */
export function requestText(request: ExampleRequest): string {
  if (request.body === null) return requestUrl(request)
  return `POST ${request.base}\nContent-Type: application/json\n\n${request.body}`
}
