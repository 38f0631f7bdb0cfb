import type { Row, Variant } from '../data/schema.ts'
import { buildRequest } from './build-request.ts'
import { type SerializedRequest, serializeRequest } from './serialize-request.ts'

/** Placeholder for the visitor's own key. */
export const apiKeyPlaceholder = 'YOUR_API_KEY'

/** The base URL in exported files until a page replaces it with the real one. */
export const placeholderBase = 'https://api.example.com/'

/** The example request of a row, or of one of its variants, at the API's base URL. */
export function createExampleRequest(row: Row, base: string, variant?: Variant): SerializedRequest {
  return serializeRequest(buildRequest({ row, base, values: row.example, variant }), apiKeyPlaceholder)
}
