import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiRequest, buildRequest } from '../request/build-request.ts'
import { validateRequest } from '../request/validate-request.ts'
import { getRow } from '../testing/get-row.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { type RecordedRequest, startRecordingServer } from '../testing/recording-server.ts'
import {
  createPython,
  hasProgram,
  listSavedFiles,
  pythonStub,
  type Runner,
  runFailingSample,
  runSample,
} from '../testing/run-sample.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { hasInvisible } from './quoting.ts'
import { findMainField, type SampleInput } from './sample-input.ts'
import { sampleLanguages } from './samples.ts'

const node = process.execPath
// Compilers and further interpreters take seconds for each sample: they run in `npm run test:soak`.
// A sample in TypeScript is the one in JavaScript with types: a test below compares them.
const isSoak = process.env.SOAK === '1'
const alwaysRun = ['curl', 'javascript', 'python']
const python = createPython()
const allRunners: readonly (Runner & { readonly id: string })[] = [
  { id: 'curl', file: 'sample.sh', command: ['sh'] },
  { id: 'javascript', file: 'sample.mjs', command: [node] },
  { id: 'typescript', file: 'sample.mts', command: [node] },
  { id: 'python', file: 'sample.py', command: ['python3'], run: python.run },
  { id: 'powershell', file: 'sample.ps1', command: ['pwsh', '-NoProfile', '-File'] },
  { id: 'php', file: 'sample.php', command: ['php'] },
  { id: 'go', file: 'sample.go', command: ['go', 'run'] },
  { id: 'java', file: 'Sample.java', command: ['java', '-XX:TieredStopAtLevel=1'] },
  { id: 'csharp', file: 'sample.cs', command: ['dotnet', 'run'] },
  { id: 'ruby', file: 'sample.rb', command: ['ruby'] },
]
const runners = allRunners.filter(({ id }) => isSoak || alwaysRun.includes(id))
const programs: Readonly<Record<string, string>> = { curl: 'curl', typescript: node }
const installed = Map.groupBy(runners, ({ id, command }) => hasProgram(programs[id] ?? command[0]))

// Possible names of an extra parameter.
const hostileNames = ['a b', '__proto__', 'x[y]', 'käse', 'a@b', 'a=b&c', '"', "'", '$HOME', '#{1}', '\\']
const extras = [...hostileTexts, ...hostileNames.map(() => 'v')].map((value, index) => ({
  name: hostileNames[index - hostileTexts.length] ?? `p${index}`,
  value,
}))

// Invalid as URLs, or without a server to call.
const invalidBases = ['http://[api/v1/', 'nothing:/v1/']

let server: Awaited<ReturnType<typeof startRecordingServer>>
beforeAll(async () => {
  server = await startRecordingServer()
})
afterAll(async () => {
  python.stop()
  await server.stop()
})

function renderSample(id: string, request: ApiRequest, output: SampleInput['output'] = 'json'): string {
  const sample = sampleLanguages.find((language) => language.id === id)?.render({ request, output })
  if (!sample) throw new Error(`no sample in ${id}`)
  return sample
}

const sorted = (fields: RecordedRequest['fields']) => fields.toSorted(([a], [b]) => (a < b ? -1 : 1))

describe.each(installed.get(true) ?? [])('the $id sample', (runner) => {
  const { id } = runner

  test('a GET sample sends the exact values, hostile ones included', async () => {
    const row = getRow('googleSearch')
    const request = buildRequest({ row, base: server.base, values: { q: 'tides' }, extras })
    const key = 'k&y="1" $HOME'
    await runSample(renderSample(id, request), runner, { API_KEY: key })
    const ownFields = [['code', 'googleSearch'] as const, ['api', key] as const, ['q', 'tides'] as const]
    const expected = [...ownFields, ...extras.map(({ name, value }) => [name, value] as const)]
    const [received, ...others] = server.takeRequests()
    expect([received?.method, others]).toEqual(['GET', []])
    expect(sorted(received?.fields ?? [])).toEqual(sorted(expected))
  })

  test('a POST sample sends the exact values in a JSON body', async () => {
    const values = { text: hostileTexts.join('\n\n'), main_id: 'm', last_id: '' }
    const request = buildRequest({ row: getRow('chatGPT'), base: server.base, values, extras })
    await runSample(renderSample(id, request), runner, { API_KEY: 'k-1' })
    const [received] = server.takeRequests()
    const expected = { api: 'k-1', ...values, ...fromExtras() }
    expect(received?.method).toBe('POST')
    expect(sorted(received?.fields ?? [])).toEqual(sorted(Object.entries(expected)))
  })

  test('a sample extends a base URL that has a query', async () => {
    const request = buildRequest({ row: getRow('found_wa_mod'), base: `${server.base}?v=2`, values: {} })
    await runSample(renderSample(id, request), runner, { API_KEY: 'k' })
    const expected = [
      ['v', '2'],
      ['code', 'found_wa_mod'],
      ['api', 'k'],
    ] as const
    expect(sorted(server.takeRequests()[0]?.fields ?? [])).toEqual(sorted(expected))
  })

  test('a GET sample follows a redirect', async () => {
    const base = server.base.replace('/v1/', '/moved/')
    const request = buildRequest({ row: getRow('googleSearch'), base, values: { q: 'tides' } })
    await runSample(renderSample(id, request), runner, { API_KEY: 'k' })
    expect(Object.fromEntries(server.takeRequests()[0]?.fields ?? [])).toMatchObject({ api: 'k', q: 'tides' })
  })

  test('a sample never prints the key when the API fails or is unreachable', async () => {
    const key = 'secret-of-the-visitor'
    const api = await startRecordingServer(500)
    const request = buildRequest({ row: getRow('googleSearch'), base: api.base, values: { q: 'tides' } })
    const print = () => runFailingSample(renderSample(id, request), runner, { API_KEY: key })
    const failed = await print()
    await api.stop()
    for (const printed of [failed, await print()]) {
      expect(printed).not.toBe('')
      expect(printed).not.toContain(key)
    }
  })

  test.each(invalidBases)(
    'a sample prints the error without the key if the base URL is invalid: %j',
    async (base) => {
      const key = 'secret-of-the-visitor'
      const request = buildRequest({ row: getRow('googleSearch'), base, values: { q: 'tides' } })
      const printed = await runFailingSample(renderSample(id, request), runner, {
        API_KEY: key,
      })
      expect(printed).not.toBe('')
      expect(printed).not.toContain(key)
    },
  )

  test.each([
    ['an image', 'image', 200, 'image/png', ['fancy.png']],
    ['no error response', 'image', 402, 'application/json', []],
    ['no error with status 200', 'gif', 200, 'application/json', []],
    ['no data where a file is possible', 'file', 200, 'application/json', []],
  ] as const)('a sample saves %s', async (_what, output, status, type, files) => {
    const api = await startRecordingServer(status, type)
    const request = buildRequest({ row: getRow('fancy'), base: api.base, values: getRow('fancy').example })
    const environment = { API_KEY: 'k' }
    expect(await listSavedFiles(renderSample(id, request, output), runner, environment)).toEqual(files)
    expect(api.takeRequests()).toHaveLength(1)
    await api.stop()
  })
})

test('the TypeScript sample is the JavaScript sample with types, and runs', async () => {
  const withoutTypes = (sample: string) => sample.replace(" ?? ''", '').replace(': unknown', '')
  const chat = {
    row: getRow('chatGPT'),
    values: { text: hostileTexts.join('\n\n'), main_id: 'm', last_id: '' },
  }
  const search = { row: getRow('googleSearch'), values: { q: 'tides' } }
  for (const input of [chat, search])
    for (const output of ['json', 'image', 'gif', 'file'] as const) {
      const request = buildRequest({ ...input, base: server.base, extras })
      const sample = renderSample('typescript', request, output)
      expect(withoutTypes(sample)).toBe(renderSample('javascript', request, output))
    }
  const request = buildRequest({ ...search, base: server.base, extras })
  const runner: Runner = { file: 'sample.mts', command: [node] }
  await runSample(renderSample('typescript', request), runner, { API_KEY: 'k' })
  const ownFields = Object.entries({ code: 'googleSearch', api: 'k', q: 'tides' })
  const expected = [...ownFields, ...extras.map(({ name, value }) => [name, value] as const)]
  const received = server.takeRequests().map(({ method, fields }) => [method, sorted(fields)])
  expect(received).toEqual([['GET', sorted(expected)]])
})

test.skipIf(!hasProgram('python3'))('the Python sample also runs with the stub of requests', async () => {
  const request = buildRequest({ row: getRow('googleSearch'), base: server.base, values: { q: 'x' }, extras })
  const runner: Runner = { file: 'sample.py', command: ['python3'] }
  const printed = await runSample(renderSample('python', request), runner, { API_KEY: 'k', ...pythonStub })
  expect([printed, server.takeRequests()[0]?.fields.length]).toEqual(["{'ok': True}\n", extras.length + 3])
})

describe.skipIf(!installed.has(false))('samples whose program is not installed', () => {
  test.skip.each(installed.get(false) ?? [])('the $id sample was not run', () => {})
})

// Object.fromEntries rather than assignment, so that `__proto__` is an ordinary name.
function fromExtras(): Record<string, string> {
  return Object.fromEntries(extras.map(({ name, value }) => [name, value]))
}

const shell: Runner = { file: 'sample.sh', command: ['sh'] }

test.each(hostileTexts.filter((text) => !hasInvisible(text)))(
  'the shell loop sends the text as it is and another text: %j',
  async (text) => {
    const values = { font: '5', text }
    const request = buildRequest({ row: getRow('fancy'), base: server.base, values })
    await runSample(renderSample('shell-loop', request), shell, { API_KEY: 'k' })
    const texts = server.takeRequests().map(({ fields }) => Object.fromEntries(fields).text)
    expect(texts).toEqual([text, 'Another text'])
  },
)

test('the second value of a shell loop suits its parameter', async () => {
  for (const row of (await readCatalogue()).flatMap(({ rows }) => rows)) {
    const main = findMainField(buildRequest({ row, base: server.base, values: row.example }))
    if (main === null || main.secondValue === null) continue
    const { name, value, secondValue } = main
    expect(validateRequest(row, { ...row.example, [name]: secondValue }), row.name).toEqual([])
    expect(secondValue, row.name).not.toBe(value)
    expect(URL.canParse(secondValue), row.name).toBe(URL.canParse(value))
    if (name === 'url') expect(new URL(secondValue).host, row.name).toBe(new URL(value).host)
    if (/^\+?[\d.]+$/.test(value)) expect(secondValue, row.name).toMatch(/^\+?[\d.]+$/)
  }
})

test('the shell loop keeps images, and removes errors', async () => {
  const request = buildRequest({ row: getRow('fancy'), base: server.base, values: getRow('fancy').example })
  const loop = renderSample('shell-loop', request, 'image')
  expect(await listSavedFiles(loop, shell, { API_KEY: 'k' })).toEqual([])
  const images = await startRecordingServer(200, 'image/png')
  const working = loop.replaceAll(server.base, images.base)
  expect(await listSavedFiles(working, shell, { API_KEY: 'k' })).toEqual(['fancy-1.png', 'fancy-2.png'])
  await images.stop()
  server.takeRequests()
})

test('there is no shell loop for operations without a main parameter', () => {
  const shellLoop = sampleLanguages.find(({ id }) => id === 'shell-loop')
  const request = (code: string) =>
    buildRequest({ row: getRow(code), base: server.base, values: getRow(code).example })
  expect(shellLoop?.render({ request: request('found_wa_mod'), output: 'json' })).toBeNull()
  expect(shellLoop?.render({ request: request('chatGPT'), output: 'json' })).toBeNull()
})

describe('the WhatsApp bot', () => {
  const runner: Runner = { file: 'sample.mjs', command: [node] }
  const request = () =>
    buildRequest({ row: getRow('fancy'), base: server.base, values: { font: '5', text: "it's" } })

  test('the bot replies with the response for the text after the command', async () => {
    const message = `!fancy ${hostileTexts[0]} \n ${hostileTexts[2]}`
    const printed = await runSample(renderSample('whatsapp-bot', request()), runner, {
      API_KEY: 'k',
      MESSAGE: message,
    })
    expect(JSON.parse(printed)).toEqual({ ok: true })
    expect(Object.fromEntries(server.takeRequests()[0]?.fields ?? [])).toMatchObject({
      code: 'fancy',
      api: 'k',
      text: message.slice('!fancy '.length),
    })
  })

  test('without a text the bot uses the value from the page, and it sends images as media', async () => {
    const images = await startRecordingServer(200, 'image/png')
    const sample = renderSample('whatsapp-bot', { ...request(), base: images.base }, 'image')
    const printed = await runSample(sample, runner, { API_KEY: 'k', MESSAGE: '!fancy' })
    await images.stop()
    expect(Object.fromEntries(images.takeRequests()[0]?.fields ?? []).text).toBe("it's")
    expect(printed).toContain("name: 'fancy.png'")
  })

  test('the bot sends no error as an image', async () => {
    const sample = renderSample('whatsapp-bot', request(), 'image')
    const printed = await runSample(sample, runner, { API_KEY: 'k', MESSAGE: '!fancy' })
    server.takeRequests()
    expect(printed).toBe('Request failed: 200\n')
  })

  test('the bot ignores other messages', async () => {
    const printed = await runSample(renderSample('whatsapp-bot', request()), runner, {
      API_KEY: 'k',
      MESSAGE: 'fancy that',
    })
    expect([printed, server.takeRequests()]).toEqual(['', []])
  })
})

test('no sample contains a key or an invisible character', () => {
  const request = buildRequest({ row: getRow('googleSearch'), base: server.base, values: { q: 'x' }, extras })
  for (const { id, render } of sampleLanguages) {
    const sample = render({ request, output: 'json' }) ?? ''
    expect(sample, id).toContain('API_KEY')
    expect(sample.replaceAll(/[\n\t]/g, ''), id).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  }
})

test('errors that contain the URL are not printed', () => {
  const request = buildRequest({
    row: getRow('googleSearch'),
    base: 'https://x.example/',
    values: { q: 'x' },
  })
  const textOf = (id: string) => renderSample(id, request)
  // Error types whose message contains the URL: Go's url.Error, Python's RequestException, PHP's warning.
  expect(textOf('go')).toContain('panic(errors.Unwrap(err))')
  expect(textOf('python')).toContain('from None')
  expect(textOf('php')).toContain('@file_get_contents')
})
