import { type ApiRequest, apiKeySymbol } from '../request/build-request.ts'
import { hasInvisible, quoteShell } from './quoting.ts'
import { apiKeyVariable, findMainField, getFileName, getOperation, type SampleInput } from './sample-input.ts'

/** A curl command for a POSIX shell. */
export function curl(input: SampleInput): string {
  const file = getFileName(input)
  return buildCommand(input.request, file === null ? null : quoteShell(file)).join(' \\\n  ')
}

/** A curl loop over several texts; null if the operation takes none. */
export function shellLoop({ request, output }: SampleInput): string | null {
  const main = findMainField(request)
  if (main === null || request.method === 'POST' || hasInvisible(main.value)) return null
  const ending = getFileName({ request, output })?.split('.').at(-1) ?? 'json'
  const withoutMain = { ...request, fields: request.fields.filter(({ name }) => name !== main.name) }
  const command = buildCommand(
    withoutMain,
    `"${getOperation(request)}-$number.${ending}"`,
    `"${main.name}=$value"`,
  )
  return [
    'number=0',
    `for value in ${quoteShell(main.value)} 'another one'; do`,
    '  number=$((number + 1))',
    `  ${command.join(' \\\n    ')}`,
    'done',
  ].join('\n')
}

/** The lines of the command; `file` and `extra` are already quoted. */
function buildCommand(request: ApiRequest, file: string | null, extra?: string): string[] {
  const outputOptions = file === null ? ['--fail-with-body'] : ['--fail-with-body', `--output ${file}`]
  const url = quoteShell(request.base)
  if (request.method === 'POST') {
    const type = "--header 'Content-Type: application/json'"
    return [`curl ${url}`, type, `--data ${toJsonArgument(request)}`, ...outputOptions]
  }
  const fields = request.fields.map((field) => `--data${toFieldArgument(field)}`)
  return [`curl --get ${url}`, ...fields, ...(extra ? [`--data-urlencode ${extra}`] : []), ...outputOptions]
}

// curl escapes only the value. Characters that a shell can't pass are escaped here.
function toFieldArgument({ name, value }: ApiRequest['fields'][number]): string {
  const encodedName = encodeURIComponent(name)
  if (value === apiKeySymbol) return `-urlencode "${encodedName}=$${apiKeyVariable}"`
  if (hasInvisible(value)) return ` ${quoteShell(`${encodedName}=${encodeURIComponent(value)}`)}`
  return `-urlencode ${quoteShell(`${encodedName}=${value}`)}`
}

// Apostrophes become JSON escapes, so that they don't end the shell's quotes.
function toJsonArgument({ fields }: ApiRequest): string {
  const quoted = (text: string) => escapeInvisible(JSON.stringify(text)).replaceAll("'", '\\u0027')
  const pairs = fields.map(({ name, value }) =>
    value === apiKeySymbol
      ? `${quoted(name)}: "'"$${apiKeyVariable}"'"`
      : `${quoted(name)}: ${quoted(value)}`,
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
