import type { Row } from '../data/schema.ts'
import { keySlot, type ProviderRequest } from '../request/build-request.ts'

/** What a sample is about. */
export interface Subject {
  readonly request: ProviderRequest
  /** What comes back. */
  readonly output: Row['output']
}

type Field = ProviderRequest['fields'][number]

/** Name of the environment variable from which every sample reads the key. */
export const keyVariable = 'API_KEY'

/** The value of a field in a language: its literal, or the expression that reads the key. */
export function expressionOf(
  { value }: Field,
  { quote, key }: { readonly quote: (text: string) => string; readonly key: string },
): string {
  return value === keySlot ? key : quote(value)
}

/** The base, ready for a query to be put behind it. */
export function baseForQuery({ base }: ProviderRequest): string {
  return base + (base.includes('?') ? '&' : '?')
}

const endings = { image: 'png', gif: 'gif', file: 'out' } as const

/** Name of the file that takes the answer; null where the answer is data, to be printed. */
export function fileOf({ request, output }: Subject): string | null {
  return output === 'json' ? null : `${operationOf(request)}.${endings[output]}`
}

/** The operation, as a word that is safe in a file's name and in a chat command. */
export function operationOf({ fields }: ProviderRequest): string {
  const code = fields.find(({ name }) => name === 'code')?.value
  return typeof code === 'string' ? code.replaceAll(/\W/g, '_') : 'ask'
}

// In this order: what a person would type anew for each call.
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

/** The field that changes from call to call, or null where nothing does. */
export function mainFieldOf({
  fields,
}: ProviderRequest): { readonly name: string; readonly value: string } | null {
  for (const main of mainNames) {
    const value = fields.find(({ name }) => name === main)?.value
    if (typeof value === 'string') return { name: main, value }
  }
  return null
}
