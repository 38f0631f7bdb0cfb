import type { ApiRequest } from '../request/build-request.ts'
import { quoteJavaScript } from './quoting.ts'
import { apiKeyVariable, getFileName, type SampleInput, toExpression } from './sample-input.ts'

/** JavaScript with fetch: Node 18 or later, Deno and Bun. */
export function javaScript(input: SampleInput): string {
  return writeProgram(input, `process.env.${apiKeyVariable}`)
}

/** The same sample with types. */
export function typeScript(input: SampleInput): string {
  return writeProgram(input, `process.env.${apiKeyVariable} ?? ''`, ': unknown')
}

/** The lines that call `fetch` and define `response`; `write` may replace the expression of a field. */
export function fetchLines(
  request: ApiRequest,
  write: (field: ApiRequest['fields'][number]) => string,
): string[] {
  const { method, base, fields } = request
  if (method === 'POST') {
    return [
      `const response = await fetch(${quoteJavaScript(base)}, {`,
      "  method: 'POST',",
      "  headers: { 'Content-Type': 'application/json' },",
      '  body: JSON.stringify({',
      ...fields.map((field) => `    ${toPropertyKey(field.name)}: ${write(field)},`),
      '  }),',
      '})',
    ]
  }
  return [
    `const url = new URL(${quoteJavaScript(base)})`,
    ...fields.map((field) => `url.searchParams.append(${quoteJavaScript(field.name)}, ${write(field)})`),
    'const response = await fetch(url)',
  ]
}

function writeProgram(input: SampleInput, key: string, type = ''): string {
  const file = getFileName(input)
  const write = (field: ApiRequest['fields'][number]) => toExpression(field, { quote: quoteJavaScript, key })
  return [
    ...(file === null ? [] : ["import { writeFile } from 'node:fs/promises'", '']),
    ...fetchLines(input.request, write),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's template
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    ...(file === null
      ? [`const data${type} = await response.json()`, 'console.log(data)']
      : [`await writeFile(${quoteJavaScript(file)}, Buffer.from(await response.arrayBuffer()))`]),
  ].join('\n')
}

// As a plain key, `__proto__` would set the object's prototype.
function toPropertyKey(name: string): string {
  return name === '__proto__' ? `[${quoteJavaScript(name)}]` : quoteJavaScript(name)
}
