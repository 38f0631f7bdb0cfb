import { expect, test } from 'vitest'
import { type ApiRequest, buildRequest } from '../request/build-request.ts'
import { getRow } from '../testing/get-row.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { curlForCmd } from './curl-cmd.ts'
import { powerShell } from './powershell.ts'

const extras = [...hostileTexts, 'v'].map((value, index) => ({
  name: index < hostileTexts.length ? `p${index}` : 'käse "\'%',
  value,
}))
const base = "https://api.example/v1?it's=1"
const get = buildRequest({ row: getRow('googleSearch'), base, values: { q: 'it’s' }, extras })
const post = buildRequest({
  row: getRow('chatGPT'),
  base,
  values: { text: hostileTexts.join('\n') },
  extras,
})

/** Names and values as the API should receive them. */
function toValues({ fields }: ApiRequest) {
  return fields.map(({ name, value }) => [name, typeof value === 'string' ? value : 'KEY'])
}

/** The value of an expression of literals and the key, as PowerShell evaluates it. */
function evaluate(expression: string): string {
  expect(expression).toMatch(/^[ -~]*$/)
  const parts = expression.split(
    / \+ (\[uri\]::EscapeDataString\(\$env:API_KEY\)|\(ConvertTo-Json \$env:API_KEY\)) \+ /,
  )
  return parts
    .map((part) => {
      if (part.startsWith('[uri]')) return 'KEY'
      if (part.startsWith('(')) return '"KEY"'
      expect(part).toMatch(/^'(?:[^']|'')*'$/)
      return part.slice(1, -1).replaceAll("''", "'")
    })
    .join('')
}

test('the PowerShell sample sends the exact values, and parses the address without the key', () => {
  const sample = powerShell({ request: get, output: 'json' })
  expect(sample).toContain("$uri = [UriBuilder]'https://api.example/v1'\n")
  const query = evaluate(/\$uri\.Query = (.*)/.exec(sample)?.[1] ?? '')
  expect([...new URLSearchParams(query)]).toEqual([["it's", '1'], ...toValues(get)])
  const body = evaluate(/\$body = (.*)/.exec(powerShell({ request: post, output: 'json' }))?.[1] ?? '')
  expect(Object.entries(JSON.parse(body))).toEqual(toValues(post))
})

/** The arguments that a Windows program gets, checked to contain nothing that the prompt would act on. */
function parseCommand(command: string): string[] {
  const line = command.replaceAll(' ^\n', ' ').replaceAll('%API_KEY%', 'KEY')
  expect(line).toMatch(/^[ -~]*$/)
  expect(line.replaceAll(/"[^"]*"/g, '')).not.toMatch(/["&|<>^%!]/)
  return [...line.matchAll(/(?:[^\s"]|"(?:\\"|[^"])*")+/g)].map(([found]) =>
    found.replaceAll(/(?<!\\)"/g, '').replaceAll('\\"', '"'),
  )
}

test('the sample for the command prompt sends the exact values', () => {
  const [program, method, location, address, ...others] = parseCommand(
    curlForCmd({ request: get, output: 'json' }),
  )
  expect([program, method, location, address]).toEqual(['curl', '--get', '--location', base])
  const sent = others.flatMap((argument, index) => {
    const data = others[index + 1] ?? ''
    const [name = '', value = ''] = data.split(/=(.*)/s)
    const decode = decodeURIComponent
    return argument === '--data'
      ? [[decode(name), decode(value)]]
      : argument.startsWith('--')
        ? [[decode(name), value]]
        : []
  })
  expect(sent).toEqual(toValues(get))
  const body = parseCommand(curlForCmd({ request: post, output: 'json' })).at(-1) ?? ''
  expect(Object.entries(JSON.parse(body))).toEqual(toValues(post))
})

test('only images are saved', () => {
  const input = { request: get, output: 'image' } as const
  expect(curlForCmd(input)).toContain(
    '| findstr /b /c:"200 image/" || (type googleSearch.png & del googleSearch.png)',
  )
  expect(powerShell(input)).toMatch(
    /-notlike 'image\/\*'\) \{ throw .*\n.*WriteAllBytes\("\$PWD\/googleSearch\.png"/,
  )
})
