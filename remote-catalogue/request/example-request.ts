import type { Row, Variant } from '../data/schema.ts'
import { buildRequest } from './build-request.ts'
import { type SerializedRequest, serializeRequest } from './write-request.ts'

/** Stands where the visitor puts the key of their own. */
export const apiKeyPlaceholder = 'YOUR_API_KEY'

/** Stands in what the build makes for other tools, until a page puts the provider's address in. */
export const placeholderBase = 'https://api.example.com/'

/** The example request of a row, or of one of its variants, at the provider's address `base`. */
export function createExampleRequest(row: Row, base: string, variant?: Variant): SerializedRequest {
  return serializeRequest(buildRequest({ row, base, values: row.example, variant }), apiKeyPlaceholder)
}
