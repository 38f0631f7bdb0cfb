import { keySlot, type ProviderRequest } from '../request/build-request.ts'
import { hasUnseen, quoteShell } from './quoting.ts'
import { fileOf, keyVariable, mainFieldOf, operationOf, type Subject } from './subject.ts'

/** A call of curl in a POSIX shell. */
export function curl(subject: Subject): string {
  const file = fileOf(subject)
  return callOf(subject.request, file === null ? null : quoteShell(file)).join(' \\\n  ')
}

/** A loop of curl over several texts; null where the operation takes none. */
export function shellLoop({ request, output }: Subject): string | null {
  const main = mainFieldOf(request)
  if (main === null || request.method === 'POST' || hasUnseen(main.value)) return null
  const ending = fileOf({ request, output })?.split('.').at(-1) ?? 'json'
  const looped = { ...request, fields: request.fields.filter(({ name }) => name !== main.name) }
  const call = callOf(looped, `"${operationOf(request)}-$number.${ending}"`, `"${main.name}=$value"`)
  return [
    'number=0',
    `for value in ${quoteShell(main.value)} 'another one'; do`,
    '  number=$((number + 1))',
    `  ${call.join(' \\\n    ')}`,
    'done',
  ].join('\n')
}

/** The words of the call, a line each; `file` and `extra` are words of the shell already. */
function callOf(request: ProviderRequest, file: string | null, extra?: string): string[] {
  const outcome = file === null ? ['--fail-with-body'] : ['--fail-with-body', `--output ${file}`]
  const address = quoteShell(request.base)
  if (request.method === 'POST') {
    const type = "--header 'Content-Type: application/json'"
    return [`curl ${address}`, type, `--data ${jsonWord(request)}`, ...outcome]
  }
  const fields = request.fields.map((field) => `--data${fieldWord(field)}`)
  return [`curl --get ${address}`, ...fields, ...(extra ? [`--data-urlencode ${extra}`] : []), ...outcome]
}

// curl escapes the value, and only the value. What a shell cannot carry is escaped here.
function fieldWord({ name, value }: ProviderRequest['fields'][number]): string {
  const left = encodeURIComponent(name)
  if (value === keySlot) return `-urlencode "${left}=$${keyVariable}"`
  if (hasUnseen(value)) return ` ${quoteShell(`${left}=${encodeURIComponent(value)}`)}`
  return `-urlencode ${quoteShell(`${left}=${value}`)}`
}

// An apostrophe is written as JSON writes it, so that the shell's own stay in one piece.
function jsonWord({ fields }: ProviderRequest): string {
  const quoted = (text: string) => escapeUnseen(JSON.stringify(text)).replaceAll("'", '\\u0027')
  const pairs = fields.map(({ name, value }) =>
    value === keySlot ? `${quoted(name)}: "'"$${keyVariable}"'"` : `${quoted(name)}: ${quoted(value)}`,
  )
  return `'{${pairs.join(', ')}}'`
}

function escapeUnseen(json: string): string {
  return json.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
