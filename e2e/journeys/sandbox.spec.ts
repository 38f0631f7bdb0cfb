import { type APIRequestContext, expect } from '@playwright/test'
import { ApiDescriptionSchema, type Operation } from '@portico/kit/api/api-description.ts'
import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import { paths } from '@portico/kit/paths.ts'
import * as v from 'valibot'
import type { Row } from '../../remote-catalogue/data/schema.ts'
import { buildRequest } from '../../remote-catalogue/request/build-request.ts'
import { sampleLanguages } from '../../remote-catalogue/samples/samples.ts'
import { hostileTexts } from '../../remote-catalogue/testing/hostile-texts.ts'
import { hasProgram, pythonEnvironment, runSample } from '../../remote-catalogue/testing/run-sample.ts'
import { test } from '../site/fixtures.ts'
import { getFolder } from '../site/released-pages.ts'
import type { Site } from '../site/start-site.ts'

/** Returns the operations in the released API description. */
async function fetchOperations(request: APIRequestContext, { releases }: Site): Promise<Operation[]> {
  const response = await request.get(`${getFolder(releases, 'catalogue')}api-description.json`)
  return v.parse(ApiDescriptionSchema, await response.json()).operations
}

function sendRequest(
  request: APIRequestContext,
  { method, code }: Operation,
  values: Readonly<Record<string, string>>,
) {
  const api = sandboxKeys.paid
  return method === 'POST'
    ? request.post(paths.sandbox, { data: { api, ...values } })
    : request.get(paths.sandbox, { params: { code, api, ...values } })
}

const kinds: Readonly<Record<Operation['output'], RegExp>> = {
  json: /^application\/json/,
  image: /^image\/png/,
  gif: /^image\/gif/,
  file: /^(?:application\/json|text\/plain)/,
}

test('the sandbox responds to the example of every endpoint', { tag: '@soak' }, async ({ request, site }) => {
  const computed = new Set<string>()
  for (const operation of await fetchOperations(request, site)) {
    const response = await sendRequest(request, operation, operation.example)
    expect.soft(response.status(), operation.code).toBe(200)
    expect.soft(response.headers()['content-type'], operation.code).toMatch(kinds[operation.output])
    if (response.headers()['x-sandbox'] === 'computed') computed.add(operation.code)
  }
  expect([...computed].sort()).toEqual([
    'calling_code',
    'color_to_png',
    'fancy',
    'image_HSL',
    'image_brightness',
    'image_color_filter',
    'image_gamma',
    'image_gray_scale',
    'image_hue',
    'image_invert',
    'image_opacity',
    'image_rescale',
    'image_sat',
    'image_sepia',
    'image_solarize',
    'validate_phone_number',
  ])
})

test('the sandbox validates every required parameter', async ({ request, site }) => {
  for (const operation of await fetchOperations(request, site)) {
    const needed = operation.parameters.filter(({ required, mayBeEmpty }) => required && !mayBeEmpty)
    if (needed.length === 0) continue
    const response = await sendRequest(request, operation, {})
    expect.soft(response.status(), operation.code).toBe(400)
    const { fields } = v.parse(v.object({ fields: v.record(v.string(), v.string()) }), await response.json())
    expect.soft(Object.keys(fields).sort(), operation.code).toEqual(needed.map(({ name }) => name).sort())
  }
})

const row = {
  name: 'Google search',
  code: 'googleSearch',
  get: 'GET',
  desc: 'Gives web results.',
  need: ['q'],
  status: 'Active',
  output: 'json',
  example: {},
  keywords: ['search'],
} satisfies Row

// Each sample prints the response in the style of its language; the added line prints it as JSON.
const languages = [
  { id: 'curl', file: 'sample.sh', command: ['sh'], print: '' },
  {
    id: 'javascript',
    file: 'sample.mjs',
    command: [process.execPath],
    print: 'console.log(JSON.stringify(data))',
  },
  { id: 'python', file: 'sample.py', command: ['python3'], print: 'print(response.text)' },
] as const

const ReceivedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ received: v.record(v.string(), v.string()) }),
)

for (const { id, file, command, print } of languages) {
  test(`the ${id} sample sends hostile values unchanged`, { tag: id === 'python' ? ['@soak'] : [] }, async ({
    site,
  }) => {
    const program = id === 'curl' ? id : command[0]
    test.skip(!hasProgram(program), `this machine has no ${program}`)
    const extras = hostileTexts.map((value, index) => ({ name: `p${index}`, value }))
    const base = new URL(paths.sandbox, site.origin).href
    const subject = {
      request: buildRequest({ row, base, values: { q: 'tides' }, extras }),
      output: row.output,
    }
    const sample = sampleLanguages.find((kind) => kind.id === id)?.render(subject)
    const environment = { API_KEY: sandboxKeys.free, ...(id === 'python' ? pythonEnvironment() : {}) }
    const printed = await runSample(`${sample}\n${print}\n`, { file, command }, environment)
    const { received } = v.parse(ReceivedSchema, printed.trim().split('\n').at(-1))
    const sent = Object.fromEntries(extras.map(({ name, value }) => [name, value]))
    expect(received).toEqual({ code: row.code, q: 'tides', ...sent })
  })
}
