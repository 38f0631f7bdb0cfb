import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiRequest, buildRequest } from '../request/build-request.ts'
import { getRow } from '../testing/get-row.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { type RecordedRequest, startRecordingServer } from '../testing/recording-server.ts'
import {
  hasProgram,
  pythonEnvironment,
  pythonStub,
  type Runner,
  runFailingSample,
  runSample,
} from '../testing/run-sample.ts'
import { hasInvisible } from './quoting.ts'
import { sampleLanguages } from './samples.ts'
import type { SampleInput } from './subject.ts'

const node = process.execPath
// Compilers and further interpreters take seconds for each sample: they run in `npm run test:soak`.
const isSoak = process.env.SOAK === '1'
const alwaysRun = ['curl', 'javascript', 'typescript', 'python']
const allRunners: readonly (Runner & { readonly id: string })[] = [
  { id: 'curl', file: 'sample.sh', command: ['sh'] },
  { id: 'javascript', file: 'sample.mjs', command: [node] },
  { id: 'typescript', file: 'sample.mts', command: [node] },
  { id: 'python', file: 'sample.py', command: ['python3'] },
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
const refusedBases = ['http://[provider/v1/', 'nothing:/v1/']

let server: Awaited<ReturnType<typeof startRecordingServer>>
beforeAll(async () => {
  server = await startRecordingServer()
})
afterAll(() => server.stop())

function write(id: string, request: ApiRequest, output: SampleInput['output'] = 'json'): string {
  const sample = sampleLanguages.find((kind) => kind.id === id)?.render({ request, output })
  if (!sample) throw new Error(`no sample in ${id}`)
  return sample
}

const environmentOf = (id: string) => (id === 'python' ? pythonEnvironment() : {})
const sorted = (fields: RecordedRequest['fields']) =>
  fields.toSorted(([one], [other]) => (one < other ? -1 : 1))

describe.each(installed.get(true) ?? [])('the sample in $id', (runner) => {
  const { id } = runner

  test('sends the exact values by GET, hostile ones included', async () => {
    const row = getRow('googleSearch')
    const request = buildRequest({ row, base: server.base, values: { q: 'tides' }, extras })
    const key = 'k&y="1" $HOME'
    await runSample(write(id, request), runner, { API_KEY: key, ...environmentOf(id) })
    const own = [['code', 'googleSearch'] as const, ['api', key] as const, ['q', 'tides'] as const]
    const expected = [...own, ...extras.map(({ name, value }) => [name, value] as const)]
    const [arrival, ...others] = server.taken()
    expect([arrival?.method, others]).toEqual(['GET', []])
    expect(sorted(arrival?.fields ?? [])).toEqual(sorted(expected))
  })

  test('sends the exact values by POST in a JSON body', async () => {
    const values = { text: hostileTexts.join('\n\n'), main_id: 'm', last_id: '' }
    const request = buildRequest({ row: getRow('chatGPT'), base: server.base, values, extras })
    await runSample(write(id, request), runner, { API_KEY: 'k-1', ...environmentOf(id) })
    const [arrival] = server.taken()
    const expected = { api: 'k-1', ...values, ...fromExtras() }
    expect(arrival?.method).toBe('POST')
    expect(sorted(arrival?.fields ?? [])).toEqual(sorted(Object.entries(expected)))
  })

  test('extends a base URL that has a query', async () => {
    const request = buildRequest({ row: getRow('found_wa_mod'), base: `${server.base}?v=2`, values: {} })
    await runSample(write(id, request), runner, { API_KEY: 'k', ...environmentOf(id) })
    const expected = [
      ['v', '2'],
      ['code', 'found_wa_mod'],
      ['api', 'k'],
    ] as const
    expect(sorted(server.taken()[0]?.fields ?? [])).toEqual(sorted(expected))
  })

  test('never prints the key when the API fails or is unreachable', async () => {
    const key = 'secret-of-the-visitor'
    const provider = await startRecordingServer(500)
    const request = buildRequest({ row: getRow('googleSearch'), base: provider.base, values: { q: 'tides' } })
    const print = () => runFailingSample(write(id, request), runner, { API_KEY: key, ...environmentOf(id) })
    const refused = await print()
    await provider.stop() // nobody listens there any more
    for (const printed of [refused, await print()]) {
      expect(printed).not.toBe('')
      expect(printed).not.toContain(key)
    }
  })

  test.each(refusedBases)('prints the error without the key if the base URL is invalid: %j', async (base) => {
    const key = 'secret-of-the-visitor'
    const request = buildRequest({ row: getRow('googleSearch'), base, values: { q: 'tides' } })
    const printed = await runFailingSample(write(id, request), runner, { API_KEY: key, ...environmentOf(id) })
    expect(printed).not.toBe('')
    expect(printed).not.toContain(key)
  })

  test('saves an image without printing it', async () => {
    const request = buildRequest({ row: getRow('fancy'), base: server.base, values: getRow('fancy').example })
    const printed = await runSample(write(id, request, 'image'), runner, {
      API_KEY: 'k',
      ...environmentOf(id),
    })
    expect(printed).not.toContain('"ok"')
    expect(server.taken()).toHaveLength(1)
  })
})

test.skipIf(!hasProgram('python3'))('the Python sample also runs with the stub of requests', async () => {
  const request = buildRequest({ row: getRow('googleSearch'), base: server.base, values: { q: 'x' }, extras })
  const runner: Runner = { file: 'sample.py', command: ['python3'] }
  const printed = await runSample(write('python', request), runner, { API_KEY: 'k', ...pythonStub })
  expect([printed, server.taken()[0]?.fields.length]).toEqual(["{'ok': True}\n", extras.length + 3])
})

describe.skipIf(!installed.has(false))('skipped because the program is not installed', () => {
  test.skip.each(installed.get(false) ?? [])('$id', () => {})
})

// Object.fromEntries rather than assignment, so that `__proto__` is an ordinary name.
function fromExtras(): Record<string, string> {
  return Object.fromEntries(extras.map(({ name, value }) => [name, value]))
}

const shell: Runner = { file: 'sample.sh', command: ['sh'] }

test.each(hostileTexts.filter((text) => !hasInvisible(text)))(
  'the shell loop sends the text as it is and another one: %j',
  async (text) => {
    const values = { font: '5', text }
    const request = buildRequest({ row: getRow('fancy'), base: server.base, values })
    await runSample(write('shell-loop', request), shell, { API_KEY: 'k' })
    const texts = server.taken().map(({ fields }) => Object.fromEntries(fields).text)
    expect(texts).toEqual([text, 'another one'])
  },
)

test('there is no shell loop for operations without a main parameter', () => {
  const kind = sampleLanguages.find(({ id }) => id === 'shell-loop')
  const request = (code: string) =>
    buildRequest({ row: getRow(code), base: server.base, values: getRow(code).example })
  expect(kind?.render({ request: request('found_wa_mod'), output: 'json' })).toBeNull()
  expect(kind?.render({ request: request('chatGPT'), output: 'json' })).toBeNull()
})

describe('the WhatsApp bot', () => {
  const runner: Runner = { file: 'sample.mjs', command: [node] }
  const request = () =>
    buildRequest({ row: getRow('fancy'), base: server.base, values: { font: '5', text: "it's" } })

  test('replies with the response for the words after the command', async () => {
    const message = `!fancy ${hostileTexts[0]} \n ${hostileTexts[2]}`
    const printed = await runSample(write('whatsapp-bot', request()), runner, {
      API_KEY: 'k',
      MESSAGE: message,
    })
    expect(JSON.parse(printed)).toEqual({ ok: true })
    expect(Object.fromEntries(server.taken()[0]?.fields ?? [])).toMatchObject({
      code: 'fancy',
      api: 'k',
      text: message.slice('!fancy '.length),
    })
  })

  test('without words uses the value from the page, and sends images as media', async () => {
    const sample = write('whatsapp-bot', request(), 'image')
    const printed = await runSample(sample, runner, { API_KEY: 'k', MESSAGE: '!fancy' })
    expect(Object.fromEntries(server.taken()[0]?.fields ?? []).text).toBe("it's")
    expect(printed).toContain("name: 'fancy.png'")
  })

  test('ignores other messages', async () => {
    const printed = await runSample(write('whatsapp-bot', request()), runner, {
      API_KEY: 'k',
      MESSAGE: 'fancy that',
    })
    expect([printed, server.taken()]).toEqual(['', []])
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
  const textOf = (id: string) => write(id, request)
  // Error types whose message contains the URL: Go's url.Error, Python's RequestException, PHP's warning.
  expect(textOf('go')).toContain('panic(errors.Unwrap(err))')
  expect(textOf('python')).toContain('from None')
  expect(textOf('php')).toContain('@file_get_contents')
})
