import type { ApiRequest } from '../request/build-request.ts'
import { quoteGo } from './quoting.ts'
import { apiKeyVariable, getFileName, getQueryBase, type SampleInput, toExpression } from './sample-input.ts'

const key = `os.Getenv(${quoteGo(apiKeyVariable)})`

/** Go, standard library only, formatted like gofmt. */
export function go(input: SampleInput): string {
  const { request } = input
  const file = getFileName(input)
  const isGet = request.method === 'GET'
  const packages = [
    ...(isGet ? ['errors'] : ['bytes', 'encoding/json']),
    ...(file === null ? ['fmt'] : []),
    'io',
    'net/http',
    ...(isGet ? ['net/url'] : []),
    'os',
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
    '\tif response.StatusCode != http.StatusOK {',
    '\t\tpanic(response.Status + " " + string(body))',
    '\t}',
    ...(file === null
      ? ['\tfmt.Println(string(body))']
      : [`\tif err := os.WriteFile(${quoteGo(file)}, body, 0o644); err != nil {`, '\t\tpanic(err)', '\t}']),
    '}',
  ].join('\n')
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
