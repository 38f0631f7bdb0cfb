import { type ApiRequest, apiKeySymbol } from '../request/build-request.ts'
import { escapeUnits, hasInvisible, quoteShell } from './quoting.ts'
import { apiKeyVariable, findMainField, getFile, getOperation, type SampleInput } from './sample-input.ts'

/** A curl command for a POSIX shell. */
export function curl(input: SampleInput): string {
  const file = getFile(input)
  // What may be data is printed: curl itself refuses to print a file to a terminal, and names the option that saves it.
  return buildCommand(input.request, file?.isImage ? saveTo(quoteShell(file.name), 'image/') : print).join(
    ' \\\n  ',
  )
}

/** A curl loop over several texts; null if the operation takes none. */
export function shellLoop({ request, output }: SampleInput): string | null {
  const main = findMainField(request)
  if (main === null || request.method === 'POST' || hasInvisible(main.value)) return null
  const file = getFile({ request, output })
  const ending = file?.name.split('.').at(-1) ?? 'json'
  const withoutMain = { ...request, fields: request.fields.filter(({ name }) => name !== main.name) }
  const command = buildCommand(
    withoutMain,
    saveTo(`"${getOperation(request)}-$number.${ending}"`, file?.isImage ? 'image/' : ''),
    `"${main.name}=$value"`,
  )
  const values = [main.value, ...(main.secondValue === null ? [] : [main.secondValue])]
  return [
    'number=0',
    `for value in ${values.map(quoteShell).join(' ')}; do`,
    '  number=$((number + 1))',
    `  ${command.join(' \\\n    ')}`,
    'done',
  ].join('\n')
}

const print = ['--fail-with-body']

/** Saves the response to a quoted file name, unless it is an error or has another type: then prints it. */
function saveTo(file: string, type: string): string[] {
  return [
    `--output ${file} --write-out '%{http_code} %{content_type}\\n'`,
    `| grep '^200 ${type}' || { cat ${file}; rm -f ${file}; false; }`,
  ]
}

/** The lines of the command; `outputOptions` and `extra` are already quoted. */
function buildCommand(request: ApiRequest, outputOptions: readonly string[], extra?: string): string[] {
  const url = quoteShell(request.base)
  if (request.method === 'POST') {
    const type = "--header 'Content-Type: application/json'"
    return [`curl --location ${url}`, type, `--data ${toJsonArgument(request)}`, ...outputOptions]
  }
  const fields = request.fields.map((field) => `--data${toFieldArgument(field)}`)
  return [
    `curl --get --location ${url}`,
    ...fields,
    ...(extra ? [`--data-urlencode ${extra}`] : []),
    ...outputOptions,
  ]
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
  const quoted = (text: string) =>
    escapeUnits(JSON.stringify(text), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu).replaceAll("'", '\\u0027')
  const pairs = fields.map(({ name, value }) =>
    value === apiKeySymbol
      ? `${quoted(name)}: "'"$${apiKeyVariable}"'"`
      : `${quoted(name)}: ${quoted(value)}`,
  )
  return `'{${pairs.join(', ')}}'`
}
