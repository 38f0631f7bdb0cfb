import type { ApiRequest } from '../request/build-request.ts'
import { quoteJavaScript } from './quoting.ts'
import { apiKeyVariable, getFile, type SampleFile, type SampleInput, toExpression } from './sample-input.ts'

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
  const file = getFile(input)
  const write = (field: ApiRequest['fields'][number]) => toExpression(field, { quote: quoteJavaScript, key })
  return [
    ...(file === null ? [] : ["import { writeFile } from 'node:fs/promises'", '']),
    ...fetchLines(input.request, write),
    ...responseLines(file, type),
  ].join('\n')
}

function responseLines(file: SampleFile | null, type: string): string[] {
  if (file === null) {
    return [throwIf('!response.ok'), `const data${type} = await response.json()`, 'console.log(data)']
  }
  const contentType = "const type = response.headers.get('content-type') ?? ''"
  const save = `await writeFile(${quoteJavaScript(file.name)}, Buffer.from(await response.arrayBuffer()))`
  if (file.isImage) return [contentType, throwIf("!response.ok || !type.startsWith('image/')"), save]
  return [
    throwIf('!response.ok'),
    contentType,
    "if (type.startsWith('application/json')) console.log(await response.json())",
    `else ${save}`,
  ]
}

function throwIf(condition: string): string {
  return `if (${condition}) throw new Error(\`\${response.status} \${await response.text()}\`)`
}

// As a plain key, `__proto__` would set the object's prototype.
function toPropertyKey(name: string): string {
  return name === '__proto__' ? `[${quoteJavaScript(name)}]` : quoteJavaScript(name)
}
