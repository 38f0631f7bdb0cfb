import type { ApiRequest } from '../request/build-request.ts'
import { quoteGo } from './quoting.ts'
import {
  apiKeyVariable,
  getFile,
  getQueryBase,
  type SampleFile,
  type SampleInput,
  toExpression,
} from './sample-input.ts'

const key = `os.Getenv(${quoteGo(apiKeyVariable)})`

/** Go, standard library only, formatted like gofmt. */
export function go(input: SampleInput): string {
  const { request } = input
  const file = getFile(input)
  const isGet = request.method === 'GET'
  const packages = [
    ...(isGet ? ['errors'] : ['bytes', 'encoding/json']),
    ...(file?.isImage ? [] : ['fmt']),
    'io',
    'net/http',
    ...(isGet ? ['net/url'] : []),
    'os',
    ...(file === null ? [] : ['strings']),
  ]
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t${quoteGo(name)}`),
    ')',
    '',
    'func main() {',
    ...(isGet ? getLines(request) : postLines(request)),
    '\tdefer response.Body.Close()',
    '\tbody, err := io.ReadAll(response.Body)',
    ...onError,
    `\tif response.StatusCode != http.StatusOK${file?.isImage ? ` || !${hasType('image/')}` : ''} {`,
    '\t\tpanic(response.Status + " " + string(body))',
    '\t}',
    ...responseLines(file),
    '}',
  ].join('\n')
}

function responseLines(file: SampleFile | null): string[] {
  const print = 'fmt.Println(string(body))'
  if (file === null) return [`\t${print}`]
  const printIfData = [`\tif ${hasType('application/json')} {`, `\t\t${print}`, '\t\treturn', '\t}']
  return [
    ...(file.isImage ? [] : printIfData),
    `\tif err := os.WriteFile(${quoteGo(file.name)}, body, 0o644); err != nil {`,
    '\t\tpanic(err)',
    '\t}',
  ]
}

function hasType(type: string): string {
  return `strings.HasPrefix(response.Header.Get("Content-Type"), ${quoteGo(type)})`
}

const onError = ['\tif err != nil {', '\t\tpanic(err)', '\t}']

function getLines(request: ApiRequest): string[] {
  return [
    '\tquery := url.Values{',
    ...pairs(request, (expression) => `{${expression}}`),
    '\t}',
    `\tresponse, err := http.Get(${quoteGo(getQueryBase(request))} + query.Encode())`,
    '\tif err != nil {',
    '\t\t// The full error contains the URL and therefore the key.',
    '\t\tpanic(errors.Unwrap(err))',
    '\t}',
  ]
}

function postLines(request: ApiRequest): string[] {
  return [
    '\tdata, err := json.Marshal(map[string]string{',
    ...pairs(request, (expression) => expression),
    '\t})',
    ...onError,
    `\tresponse, err := http.Post(${quoteGo(request.base)}, "application/json", bytes.NewReader(data))`,
    ...onError,
  ]
}

function pairs({ fields }: ApiRequest, wrap: (expression: string) => string): string[] {
  const names = fields.map(({ name }) => `${quoteGo(name)}:`)
  const width = Math.max(...names.map((name) => name.length))
  return fields.map(
    (field, index) =>
      `\t\t${names[index]?.padEnd(width)} ${wrap(toExpression(field, { quote: quoteGo, key }))},`,
  )
}
