import { type ApiRequest, apiKeySymbol } from '../request/build-request.ts'
import { escapeUnits } from './quoting.ts'
import { apiKeyVariable, getFile, type SampleInput } from './sample-input.ts'

/** A curl command for the Windows command prompt, without options that its older versions of curl lack. */
export function curlForCmd({ request, output }: SampleInput): string {
  const file = getFile({ request, output })
  const data =
    request.method === 'POST'
      ? [
          `curl --location "${request.base}"`,
          '--header "Content-Type: application/json"',
          `--data "${toJson(request)}"`,
        ]
      : [`curl --get --location "${request.base}"`, ...request.fields.map(toArgument)]
  const save = file?.isImage
    ? [
        `--output ${file.name} --write-out "%{http_code} %{content_type}"`,
        `| findstr /b /c:"200 image/" || (type ${file.name} & del ${file.name})`,
      ]
    : []
  return [...data, ...save].join(' ^\n  ')
}

const key = `%${apiKeyVariable}%`

// Between quotes only these characters have a meaning, for the prompt or for curl; others depend on the code page.
const special = /["%!\\]|[^ -~]/

/** At the prompt, unlike in a batch file, a percent sign that begins no variable stays. */
function toArgument({ name, value }: ApiRequest['fields'][number]): string {
  const start = `${encodeURIComponent(name)}=`
  if (value === apiKeySymbol) return `--data-urlencode "${start}${key}"`
  return special.test(value)
    ? `--data "${start}${encodeURIComponent(value)}"`
    : `--data-urlencode "${start}${value}"`
}

/** The body. For the prompt every other part of it is outside quotes, so whatever has a meaning there is escaped. */
function toJson({ fields }: ApiRequest): string {
  const quote = (text: string) => `\\"${escapeUnits(text, /[^\w .,:;-]/g)}\\"`
  const pairs = fields.map(
    ({ name, value }) => `${quote(name)}: ${value === apiKeySymbol ? `\\"${key}\\"` : quote(value)}`,
  )
  return `{${pairs.join(', ')}}`
}
