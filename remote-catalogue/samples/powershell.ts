import { apiKeySymbol } from '../request/build-request.ts'
import { escapeUnits, quotePowerShell } from './quoting.ts'
import { apiKeyVariable, getFile, type SampleFile, type SampleInput } from './sample-input.ts'

/**
 * Windows PowerShell 5.1 and PowerShell 7, in ASCII, because the former reads scripts in the code page of the system. The
 * address is parsed without the key, which an error about it would print.
 */
export function powerShell(input: SampleInput): string {
  const isGet = input.request.method === 'GET'
  const lines = [
    "$ErrorActionPreference = 'Stop'",
    ...(isGet ? getLines(input) : postLines(input)),
    ...responseLines(
      getFile(input),
      isGet ? '' : " -Method Post -ContentType 'application/json' -Body $body",
    ),
  ]
  return ['& {', ...lines.map((line) => `  ${line}`), '}'].join('\n')
}

function getLines({ request: { base, fields } }: SampleInput): string[] {
  const [address = '', query = ''] = base.split(/\?(.*)/s)
  const parts = fields.map(
    ({ name, value }) =>
      `${encodeURIComponent(name)}=${value === apiKeySymbol ? keyMark : encodeURIComponent(value)}`,
  )
  const text = [...(query === '' ? [] : [query]), ...parts].join('&')
  return [
    `$uri = [UriBuilder]${quotePowerShell(address)}`,
    `$uri.Query = ${insertKey(text, `[uri]::EscapeDataString($env:${apiKeyVariable})`)}`,
  ]
}

function postLines({ request: { base, fields } }: SampleInput): string[] {
  const pairs = fields.map(
    ({ name, value }) => `${toAscii(name)}: ${value === apiKeySymbol ? keyMark : toAscii(value)}`,
  )
  return [
    `$uri = [UriBuilder]${quotePowerShell(base)}`,
    `$body = ${insertKey(`{${pairs.join(', ')}}`, `(ConvertTo-Json $env:${apiKeyVariable})`)}`,
  ]
}

const toAscii = (text: string) => escapeUnits(JSON.stringify(text), /[^ -~]/g)

/** Stands for the key; occurs neither in a query nor in JSON. */
const keyMark = '\0'

function insertKey(text: string, expression: string): string {
  return text.split(keyMark).map(quotePowerShell).join(` + ${expression} + `)
}

function responseLines(file: SampleFile | null, options: string): string[] {
  if (file === null) return [`Invoke-RestMethod $uri.Uri${options} | ConvertTo-Json -Depth 100`]
  const save = `[IO.File]::WriteAllBytes("$PWD/${file.name}", $response.RawContentStream.ToArray())`
  return [
    `$response = Invoke-WebRequest $uri.Uri -UseBasicParsing${options}`,
    `$type = "$($response.Headers['Content-Type'])"`,
    ...(file.isImage
      ? [`if ($type -notlike 'image/*') { throw $response.Content }`, save]
      : [`if ($type -like 'application/json*') { $response.Content } else {`, `  ${save}`, '}']),
  ]
}
