import { type ApiRequest, apiKeySlot } from '../request/build-request.ts'
import { hasInvisible, quoteShell } from './quoting.ts'
import { apiKeyVariable, findMainField, getFileName, getOperation, type SampleInput } from './subject.ts'

/** A curl command for a POSIX shell. */
export function curl(subject: SampleInput): string {
  const file = getFileName(subject)
  return buildCommand(subject.request, file === null ? null : quoteShell(file)).join(' \\\n  ')
}

/** A curl loop over several texts; null if the operation takes none. */
export function shellLoop({ request, output }: SampleInput): string | null {
  const main = findMainField(request)
  if (main === null || request.method === 'POST' || hasInvisible(main.value)) return null
  const ending = getFileName({ request, output })?.split('.').at(-1) ?? 'json'
  const looped = { ...request, fields: request.fields.filter(({ name }) => name !== main.name) }
  const call = buildCommand(looped, `"${getOperation(request)}-$number.${ending}"`, `"${main.name}=$value"`)
  return [
    'number=0',
    `for value in ${quoteShell(main.value)} 'another one'; do`,
    '  number=$((number + 1))',
    `  ${call.join(' \\\n    ')}`,
    'done',
  ].join('\n')
}

/** The lines of the command; `file` and `extra` are already quoted. */
function buildCommand(request: ApiRequest, file: string | null, extra?: string): string[] {
  const outcome = file === null ? ['--fail-with-body'] : ['--fail-with-body', `--output ${file}`]
  const address = quoteShell(request.base)
  if (request.method === 'POST') {
    const type = "--header 'Content-Type: application/json'"
    return [`curl ${address}`, type, `--data ${toJsonArgument(request)}`, ...outcome]
  }
  const fields = request.fields.map((field) => `--data${toFieldArgument(field)}`)
  return [`curl --get ${address}`, ...fields, ...(extra ? [`--data-urlencode ${extra}`] : []), ...outcome]
}

// curl escapes only the value. Characters that a shell can't pass are escaped here.
function toFieldArgument({ name, value }: ApiRequest['fields'][number]): string {
  const left = encodeURIComponent(name)
  if (value === apiKeySlot) return `-urlencode "${left}=$${apiKeyVariable}"`
  if (hasInvisible(value)) return ` ${quoteShell(`${left}=${encodeURIComponent(value)}`)}`
  return `-urlencode ${quoteShell(`${left}=${value}`)}`
}

// Apostrophes become JSON escapes, so that they don't end the shell's quotes.
function toJsonArgument({ fields }: ApiRequest): string {
  const quoted = (text: string) => escapeInvisible(JSON.stringify(text)).replaceAll("'", '\\u0027')
  const pairs = fields.map(({ name, value }) =>
    value === apiKeySlot ? `${quoted(name)}: "'"$${apiKeyVariable}"'"` : `${quoted(name)}: ${quoted(value)}`,
  )
  return `'{${pairs.join(', ')}}'`
}

function escapeInvisible(json: string): string {
  return json.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
