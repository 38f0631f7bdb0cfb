import { quoteGo } from './quoting.ts'
import { describeSample, type SampleFile, type SampleInput } from './sample-input.ts'

/** Go, standard library only, formatted like gofmt. */
export function go(input: SampleInput): string {
  const { isGet, address, fields, file } = describeSample(input, {
    quote: quoteGo,
    readVariable: (name) => `os.Getenv(${name})`,
  })
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
    ...(isGet ? getLines(address, fields) : postLines(address, fields)),
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

type Fields = ReturnType<typeof describeSample>['fields']

function getLines(address: string, fields: Fields): string[] {
  return [
    '\tquery := url.Values{',
    ...pairs(fields, (expression) => `{${expression}}`),
    '\t}',
    `\tresponse, err := http.Get(${address} + query.Encode())`,
    '\tif err != nil {',
    '\t\t// The full error contains the URL and therefore the key.',
    '\t\tpanic(errors.Unwrap(err))',
    '\t}',
  ]
}

function postLines(address: string, fields: Fields): string[] {
  return [
    '\tdata, err := json.Marshal(map[string]string{',
    ...pairs(fields, (expression) => expression),
    '\t})',
    ...onError,
    `\tresponse, err := http.Post(${address}, "application/json", bytes.NewReader(data))`,
    ...onError,
  ]
}

function pairs(fields: Fields, wrap: (expression: string) => string): string[] {
  const width = Math.max(...fields.map(({ name }) => name.length))
  return fields.map(({ name, value }) => `\t\t${`${name}:`.padEnd(width + 1)} ${wrap(value)},`)
}
