import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTable } from '@portico/tools/system/format-table.ts'
import { type ApiRequest, buildRequest } from '../../remote-catalogue/request/build-request.ts'
import { hasInvisible } from '../../remote-catalogue/samples/quoting.ts'
import { getRow } from '../../remote-catalogue/testing/get-row.ts'
import { hostileTexts } from '../../remote-catalogue/testing/hostile-texts.ts'
import { startRecordingServer } from '../../remote-catalogue/testing/recording-server.ts'
import { pythonEnvironment, type Runner, runSample } from '../../remote-catalogue/testing/run-sample.ts'
import { measureBundle } from '../measure-bundle.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { writeResults } from '../report/write-results.ts'
import { root } from '../root.ts'
import { embeddedKey, type Generator, generators, type Language, languages } from './generators.ts'

/** What one generator's samples do. */
interface Measurement {
  readonly name: Generator['name']
  readonly languageCount: number
  /** How many samples sent exactly what was entered, in the order of `languages`. */
  readonly exact: readonly number[]
  /** Samples that hold the key, or a character nobody can see. */
  readonly withKey: number
  readonly withInvisible: number
  readonly bytes: number
}

const runners: Readonly<Record<Language, Runner>> = {
  curl: { file: 'sample.sh', command: ['sh'] },
  javascript: { file: 'sample.mjs', command: [process.execPath] },
  python: { file: 'sample.py', command: ['python3'] },
}

// Two requests for every text that breaks naive quoting: one by GET, one by POST.
const sampleCount = hostileTexts.length * 2

/** Runs the code samples of each generator with hostile values and compares what arrives. */
export async function benchSamples(args: string[]): Promise<void> {
  parseArgs({ args, options: {} })
  const measured = []
  for (const generator of generators) {
    console.log(`Running ${sampleCount} samples of ${generator.name} in ${languages.join(', ')} ...`)
    measured.push(await measureGenerator(generator))
  }
  console.log(`\n${formatMeasurements(measured)}`)
  writeResults('samples', compareGenerators(measured))
}

async function measureGenerator(generator: Generator): Promise<Measurement> {
  const runs = await Promise.all(languages.map((language) => runSamples(generator, language)))
  const samples = runs.flatMap((run) => run.samples)
  return {
    name: generator.name,
    languageCount: generator.languageCount,
    exact: runs.map(({ exact }) => exact),
    withKey: samples.filter((sample) => sample.includes(embeddedKey)).length,
    withInvisible: samples.filter(hasInvisible).length,
    bytes: await measureBundle(bundles[generator.name]),
  }
}

/** Runs a sample for every request; `exact` counts those that sent what was entered, and nothing else. */
async function runSamples(generator: Generator, language: Language) {
  const server = await startRecordingServer()
  const samples: string[] = []
  let exact = 0
  try {
    for (const request of hostileTexts.flatMap((text) => createRequests(server.base, text))) {
      const sample = generator.write(language, request)
      samples.push(sample)
      await run(generator, language, sample)
      const [arrival, ...others] = server.takeRequests()
      if (others.length > 0 || arrival === undefined) continue
      if (arrival.method === request.method && isExact(arrival.fields, request)) exact += 1
    }
  } finally {
    await server.stop()
  }
  return { samples, exact }
}

const bundles: Readonly<Record<Generator['name'], readonly string[]>> = {
  portico: [join(root, 'remote-catalogue/samples/samples.ts')],
  snippetz: ['shell/curl', 'js/fetch', 'python/requests', 'php/curl', 'go/native', 'java/nethttp'].map(
    (plugin) => `@scalar/snippetz/plugins/${plugin}`,
  ),
  httpsnippet: ['@readme/httpsnippet'],
}

function createRequests(base: string, text: string): ApiRequest[] {
  return [
    buildRequest({ row: getRow('googleSearch'), base, values: { q: text } }),
    buildRequest({ row: getRow('chatGPT'), base, values: { text, main_id: 'm', last_id: '' } }),
  ]
}

async function run({ preamble = {} }: Generator, language: Language, sample: string): Promise<void> {
  const environment = { API_KEY: embeddedKey, ...(language === 'python' ? pythonEnvironment() : {}) }
  // A sample that doesn't even parse sends nothing, and counts as such.
  await runSample((preamble[language] ?? '') + sample, runners[language], environment).catch(() => {})
}

function isExact(
  arrived: readonly (readonly [name: string, value: unknown])[],
  { fields }: ApiRequest,
): boolean {
  const wanted = fields.map(({ name, value }) => [name, typeof value === 'string' ? value : embeddedKey])
  return JSON.stringify(arrived.toSorted(byName)) === JSON.stringify(wanted.toSorted(byName))
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1
}

function formatMeasurements(measured: readonly Measurement[]): string {
  const rows = measured.map(({ name, languageCount, exact, withKey, withInvisible, bytes }) => [
    name,
    String(languageCount),
    ...exact.map((count) => `${count} of ${sampleCount}`),
    String(withKey),
    String(withInvisible),
    `${bytes} B`,
  ])
  const columns = ['languages', ...languages, 'with the key', 'with invisible characters', 'brotli']
  return formatTable([['generator', ...columns], ...rows])
}

function compareGenerators([ours, ...others]: readonly Measurement[]): ResultRow[] {
  if (ours === undefined) throw new Error('Our samples were not measured.')
  const countWrong = ({ exact }: Measurement) =>
    exact.reduce((wrong, count) => wrong + sampleCount - count, 0)
  return others.flatMap((other) => {
    const target = { against: other.name, target: 1 }
    return [
      createResultRow({
        name: 'samples that send something else',
        unit: 'samples',
        value: countWrong(ours),
        other: Math.max(1, countWrong(other)),
        ...target,
      }),
      createResultRow({ name: 'size', unit: 'B', value: ours.bytes, other: other.bytes, ...target }),
    ]
  })
}
