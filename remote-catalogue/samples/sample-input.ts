import { getQueryStart } from '@portico/kit/api/api-base.ts'
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

/** How a language writes a text, and reads the environment variable with a name that it has written. */
interface Language {
  readonly quote: (text: string) => string
  readonly readVariable: (name: string) => string
}

/** What a sample is made of, as its language writes it. */
export function describeSample(input: SampleInput, { quote, readVariable }: Language) {
  const { method, base, fields } = input.request
  const isGet = method === 'GET'
  const key = readVariable(quote(apiKeyVariable))
  return {
    isGet,
    /** Of a GET request, ready for a query to be appended. */
    address: quote(isGet ? base + getQueryStart(base) : base),
    fields: fields.map((field) => ({ name: quote(field.name), value: toExpression(field, { quote, key }) })),
    file: getFile(input),
  }
}

const fileExtensions = { image: 'png', gif: 'gif', file: 'out' } as const

/** How a sample saves a response. Some APIs report errors with status 200, as data where an image was expected. */
export interface SampleFile {
  readonly name: string
  /** True: the response must be an image. False: data is printed, anything else is saved. */
  readonly isImage: boolean
}

/** The file for the response; null if it is always data to print. */
export function getFile({ request, output }: SampleInput): SampleFile | null {
  if (output === 'json') return null
  return { name: `${getOperation(request)}.${fileExtensions[output]}`, isImage: output !== 'file' }
}

/** The operation as a word that is safe in file names and chat commands. */
export function getOperation({ fields }: ApiRequest): string {
  const code = fields.find(({ name }) => name === 'code')?.value
  return typeof code === 'string' ? code.replaceAll(/\W/g, '_') : 'ask'
}

const image = 'https://upload.wikimedia.org/wikipedia/commons/a/a8/NASA-Apollo8-Dec24-Earthrise.jpg'

// In order of preference: parameters that users change most often. With a second value of the same kind; null
// derives it from the first.
const mainParameters: readonly (readonly [name: string, secondValue: string | null])[] = [
  ['text', 'Another text'],
  ['q', 'another search'],
  ['text_1', 'Another text'],
  ['url', null],
  ['site', 'https://example.org'],
  ['img_url', image],
  ['img_url_1', image],
  ['username', 'another_user'],
  ['number', null],
  ['ip', null],
  ['pkg', null],
]

/** A field that changes from request to request. */
export interface MainField {
  readonly name: string
  readonly value: string
  /** Another value of the same kind; null if none is known. */
  readonly secondValue: string | null
}

/** The main field of a request, or null. */
export function findMainField({ fields }: ApiRequest): MainField | null {
  for (const [main, secondValue] of mainParameters) {
    const value = fields.find(({ name }) => name === main)?.value
    if (typeof value !== 'string') continue
    return {
      name: main,
      value,
      secondValue: isPackage(value) ? 'org.videolan.vlc' : (secondValue ?? changeNumber(value)),
    }
  }
  return null
}

/** Whether a value is an app's id, which some operations take in `q`. */
function isPackage(value: string): boolean {
  return /^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(value)
}

/** The value with another last digit: the next video, number or address. */
function changeNumber(value: string): string | null {
  const changed = value.replace(/\d(?=\D*$)/, (digit) => (digit === '9' ? '8' : String(Number(digit) + 1)))
  return changed === value ? null : changed
}
