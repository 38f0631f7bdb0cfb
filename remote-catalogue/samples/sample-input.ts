import type { Row } from '../data/schema.ts'
import { type ApiRequest, apiKeySymbol } from '../request/build-request.ts'

/** The input of a sample. */
export interface SampleInput {
  readonly request: ApiRequest
  /** The kind of response. */
  readonly output: Row['output']
}

type Field = ApiRequest['fields'][number]

/** The environment variable from which every sample reads the key. */
export const apiKeyVariable = 'API_KEY'

/** The value of a field in a language: its literal, or the expression that reads the key. */
export function toExpression(
  { value }: Field,
  { quote, key }: { readonly quote: (text: string) => string; readonly key: string },
): string {
  return value === apiKeySymbol ? key : quote(value)
}

/** The base URL, ready for a query to be appended. */
export function getQueryBase({ base }: ApiRequest): string {
  return base + (base.includes('?') ? '&' : '?')
}

const fileExtensions = { image: 'png', gif: 'gif', file: 'out' } as const

/** File name for the response; null if it is data to print. */
export function getFileName({ request, output }: SampleInput): string | null {
  return output === 'json' ? null : `${getOperation(request)}.${fileExtensions[output]}`
}

/** The operation as a word that is safe in file names and chat commands. */
export function getOperation({ fields }: ApiRequest): string {
  const code = fields.find(({ name }) => name === 'code')?.value
  return typeof code === 'string' ? code.replaceAll(/\W/g, '_') : 'ask'
}

// In order of preference: parameters that users change most often.
const mainNames = [
  'text',
  'q',
  'text_1',
  'url',
  'site',
  'img_url',
  'img_url_1',
  'username',
  'number',
  'ip',
  'pkg',
]

/** The field that changes from request to request, or null. */
export function findMainField({
  fields,
}: ApiRequest): { readonly name: string; readonly value: string } | null {
  for (const main of mainNames) {
    const value = fields.find(({ name }) => name === main)?.value
    if (typeof value === 'string') return { name: main, value }
  }
  return null
}
