import { createInstance } from '@module-federation/runtime'
import { patience } from '@portico/kit/testing/patience.ts'
import { type HostReleases, HostReportSchema } from '@portico/protocol/discovery/host-releases.ts'
import { createInstance as createOlder } from 'older-federation-runtime'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { portico, reportRemoteError } from './portico.ts'

const site = 'https://site.example'
type Script = (() => void) | false

let views = 0
let name = ''
/** What the scripts at these URLs do; false: they never arrive. Others are missing. */
let scripts: Record<string, Script> = {}
let loaded: HTMLScriptElement[] = []

beforeEach(() => {
  vi.unstubAllGlobals()
  views += 1
  name = `cart${views}` // the runtime remembers entries in every instance of a page
  scripts = {}
  loaded = []
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // happy-dom loads no scripts.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes
    if (!(script instanceof HTMLScriptElement)) throw new Error('Expected a script.')
    loaded.push(script)
    const run = scripts[script.src]
    if (run === false) return
    run?.()
    queueMicrotask(() => script.dispatchEvent(new Event(run === undefined ? 'error' : 'load')))
  })
})

const block = () => {
  throw new DOMException('blocked', 'SecurityError')
}
const blockedStorage = { getItem: block, setItem: block }

type Create = typeof createInstance | typeof createOlder
type Remote = HostReleases['remotes'][string]

const toUrl = (id: string, folder = '') => `${site}/r/${name}/${id}/${folder}remote.js`
const createRelease = (version: string, global = `${name}_${version.replaceAll('.', '_')}`) => {
  const id = `${version}-11111111`
  return { id, entry: toUrl(id), integrity: 'sha256-abc', global, type: 'var' } as const
}
const createContainer = (get: () => unknown) => ({ init() {}, get: async () => get })
const toModule = (release: Remote['release']) => () =>
  Reflect.set(
    globalThis,
    release.global,
    createContainer(() => release.id),
  )

function answerWith(remote: Partial<Remote> = {}): HostReleases {
  const release = createRelease('1.1.0')
  scripts[release.entry] ??= toModule(release)
  const remotes = { [name]: { team: 'Cart team', release, arm: 'canary', rollout: 'r1', ...remote } as const }
  const [visitor, token] = [`visitor ${views}`, `token ${views}`]
  return { schemaVersion: 1, revision: 7, visitor, token, deadlineMs: 8_000, remotes }
}

/** Opens a page of the host; `answer` is that of the site, null: it gives none. */
function open(
  answer: unknown,
  options: object = {},
  remotes: { name: string; alias?: string; entryGlobalName?: string; entry: string }[] = [],
  create: Create = createInstance,
) {
  const requests: unknown[] = []
  const reports: v.InferOutput<typeof HostReportSchema>[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url !== `${site}/-/hosts/shop/reports`) requests.push([url, JSON.parse(body)])
    else if (!body.includes(`visitor ${views}"`))
      return // an earlier test’s page was idle
    else reports.push(v.parse(HostReportSchema, JSON.parse(body)))
    if (answer === null) throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
  const plugins = [portico({ site: `${site}/`, host: 'shop', ...options })]
  const host = create({ name: `shop${views}`, remotes, plugins })
  const share = () => Promise.all(host.initializeSharing('default', { strategy: 'version-first' }))
  const load = (expose = 'Cart', as = name) => host.loadRemote(`${as}/${expose}`)
  const preload = () => host.loadRemote(name)
  return { requests, reports, share, load, preload }
}

test('a visitor gets the release that the site names, if its files are the published ones', async () => {
  const { load, requests, reports } = open(answerWith())
  expect(await load()).toBe('1.1.0-11111111')
  expect(loaded[0]).toMatchObject({ integrity: 'sha256-abc', crossOrigin: 'anonymous' })
  await vi.waitFor(() => expect(reports).toHaveLength(1), patience)
  const about = { remote: name, release: '1.1.0-11111111', rollout: 'r1', arm: 'canary' }
  const ms = expect.any(Number)
  expect(reports[0]).toEqual({
    ...{ schemaVersion: 2, revision: 7, visitor: `visitor ${views}`, token: `token ${views}` },
    loads: [{ ...about, outcome: 'ok', phase: 'mount', ms, fellBackTo: null }],
    vitals: [{ ...about, vital: 'load', value: ms }],
  })
  expect(requests).toEqual([[`${site}/-/hosts/shop/releases`, { visitor: null }]])
  expect(open(answerWith()).requests).toEqual([[expect.anything(), { visitor: `visitor ${views}` }]])
  expect(open(answerWith(), { visitor: 'of the server' }).requests).toEqual([
    [expect.anything(), { visitor: 'of the server' }],
  ])
  expect(open(answerWith(), { storage: blockedStorage }).requests).toEqual([
    [expect.anything(), { visitor: null }],
  ])
})

describe.each([
  { what: 'a release that fails is replaced in the same view, and reported', create: createInstance },
  { what: 'so is one in a host with an older federation runtime', create: createOlder },
])('$what', ({ create }) => {
  const fail = () => {
    throw new RangeError('broken')
  }
  const breakContainer = (container: object) => () =>
    Reflect.set(globalThis, createRelease('1.1.0').global, container)
  test.each([
    { what: 'is missing', break: (): Script | undefined => undefined, outcome: 'network', phase: 'entry' },
    { what: 'never arrives', break: (): Script => false, outcome: 'timeout', phase: 'entry' },
    { what: 'sets no container', break: () => () => {}, outcome: 'init', phase: 'entry' },
    {
      what: 'doesn’t start',
      break: () => breakContainer({ init: fail, get: fail }),
      outcome: 'init',
      phase: 'entry',
    },
    {
      what: 'lacks the module',
      break: () => breakContainer({ init() {}, get: fail }),
      outcome: 'init',
      phase: 'module',
    },
    {
      what: 'lacks a chunk',
      break: () =>
        breakContainer({
          init() {},
          get: () => Promise.reject(new Error('ChunkLoadError: Loading chunk 1 failed')),
        }),
      outcome: 'network',
      phase: 'chunk',
    },
    {
      what: 'waits for a chunk',
      break: () => breakContainer({ init() {}, get: () => new Promise(() => {}) }),
      outcome: 'timeout',
      phase: 'module',
    },
    { what: 'throws', break: () => breakContainer(createContainer(fail)), outcome: 'init', phase: 'module' },
  ])('$what', async ({ break: breakScript, outcome, phase }) => {
    const fallback = createRelease('1.0.0')
    const answer = answerWith({ fallback, deadlineMs: 50 })
    const script = breakScript()
    if (script === undefined) delete scripts[toUrl('1.1.0-11111111')]
    else scripts[toUrl('1.1.0-11111111')] = script
    scripts[fallback.entry] = toModule(fallback)
    const { load, reports } = open(answer, {}, [], create)
    expect(await Promise.all([load(), load('Basket')])).toEqual(Array(2).fill(fallback.id))
    expect(reports.flatMap(({ loads }) => loads)).toEqual([
      expect.objectContaining({
        release: '1.1.0-11111111',
        arm: 'canary',
        outcome,
        phase,
        fellBackTo: fallback.id,
      }),
    ])
  })
})

test('containers of one name never meet: the page is loaded again, once', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const release = createRelease('1.1.0', name)
  const fallback = createRelease('1.0.0', name)
  const answer = answerWith({ release, fallback })
  scripts[release.entry] = () => {}
  scripts[fallback.entry] = toModule(fallback)
  const first = open(answer)
  void first.load()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), patience)
  expect(first.reports).toHaveLength(1)
  const second = open(answer)
  expect(await second.load()).toBe(fallback.id)
  expect(second.reports, 'a fallback is compared with nothing').toEqual([])
  scripts[fallback.entry] = () => {}
  sessionStorage.clear()
  vi.stubGlobal('sessionStorage', blockedStorage)
  name += '-blocked'
  const blocked = createRelease('1.1.0', name)
  scripts[blocked.entry] = () => {}
  await expect(open(answerWith({ release: blocked, fallback: blocked })).load()).rejects.toThrow('sets no')
  expect(reload).toHaveBeenCalledOnce()
})

test('nothing of an entry that is missing has run, so a container of the same name replaces it', async () => {
  const fallback = createRelease('1.0.0', name)
  scripts[fallback.entry] = toModule(fallback)
  const { load } = open(answerWith({ release: createRelease('1.2.0', name), fallback }))
  expect(await load()).toBe(fallback.id)
})

test('a container without a main module is not broken: hosts that Vite builds ask for one first', async () => {
  const release = createRelease('1.1.0', name)
  const answer = answerWith({ release, fallback: createRelease('1.0.0', name) })
  scripts[release.entry] = () =>
    Reflect.set(globalThis, name, {
      init() {},
      async get(expose: string) {
        if (expose === '.') throw new Error('Module "." does not exist in container.')
        return () => release.id
      },
    })
  const { preload, load, reports } = open(answer)
  await expect(preload()).rejects.toThrow('does not exist')
  expect(await load()).toBe(release.id)
  await vi.waitFor(() => expect(reports).toHaveLength(1), patience)
  expect(reports[0]?.loads).toEqual([expect.objectContaining({ outcome: 'ok' })])
})

test('a second attempt uses another folder: a browser doesn’t repeat a request that hangs', async () => {
  const answer = answerWith({ deadlineMs: 20 })
  scripts[toUrl('1.1.0-11111111')] = false
  scripts[toUrl('1.1.0-11111111', '~2/')] = toModule(createRelease('1.1.0'))
  const { load } = open(answer)
  await expect(load()).rejects.toThrow(`${name}: entry: timeout`)
  expect(await load()).toBe('1.1.0-11111111')
})

test('without an answer, the page gets the stable release of the last one, or keeps its own remotes', async () => {
  const fallback = createRelease('1.0.0')
  scripts[fallback.entry] = toModule(fallback)
  expect(await open(answerWith({ fallback })).load()).toBe('1.1.0-11111111')
  const { load, reports } = open(null)
  expect(await load()).toBe(fallback.id)
  expect(reports).toEqual([])
  expect(vi.mocked(console.warn).mock.calls.flat()).toEqual([
    expect.stringContaining(`the last remotes: ${site} gave none. Does its HOSTS have shop=`),
  ])
  localStorage.clear()
  const own = `own ${name}`
  Reflect.set(
    globalThis,
    name,
    createContainer(() => own),
  ) // its script has run
  const remotes = [{ name, entry: 'https://own.example/remote.js' }]
  for (const answer of [null, { ...answerWith(), remotes: {} }])
    expect(await open(answer, {}, remotes).load()).toBe(own)
})

test.each([
  { what: 'another origin', change: { entry: 'https://evil.example/r/remote.js' } },
  { what: 'an origin that starts alike', change: { entry: 'https://site.example.evil/r/remote.js' } },
  { what: 'credentials', change: { entry: 'https://site.example@evil.example/r/remote.js' } },
  { what: 'a folder outside the release', change: { entry: `${site}/r/x/../remote.js` } },
  { what: 'no integrity', change: { integrity: '' } },
])('an answer with $what is refused', async ({ change }) => {
  for (const field of ['release', 'fallback']) {
    const release = createRelease('1.1.0')
    const { load } = open(answerWith({ [field]: { ...release, ...change } }))
    await expect(load()).rejects.toThrow('RUNTIME-004')
  }
  expect(loaded).toEqual([])
  expect(vi.mocked(console.warn).mock.calls.flat().join()).toContain('Expected releases in')
})

test('a host that has another name for the remote than the site gets it by its alias or entry', async () => {
  const remotes = [{ name: `own_${name}`, alias: name, entry: 'portico' }]
  const host = open(answerWith(), {}, remotes)
  expect(await host.load()).toBe('1.1.0-11111111')
  expect(await host.load('Cart', `own_${name}`)).toBe('1.1.0-11111111')
  const camel = [{ name: `own_${name}`, alias: 'shopCart', entryGlobalName: name, entry: 'portico' }]
  expect(await open(answerWith(), {}, camel).load('Cart', `own_${name}`)).toBe('1.1.0-11111111')
})

test('the page can see the errors of chunks from the site, and of other scripts as before', async () => {
  await open(answerWith()).load()
  const [own, other] = [`${site}/r/cart/chunk.js`, 'https://cdn.example/a.js'].map((src) =>
    document.head.appendChild(Object.assign(document.createElement('script'), { src })),
  )
  expect(own?.crossOrigin).toBe('anonymous')
  expect(other?.crossOrigin).not.toBe('anonymous')
})

test('a host that shares packages with all of its remotes first isn’t stopped by one of them', async () => {
  const fallback = createRelease('1.0.0')
  const answer = answerWith({ fallback })
  delete scripts[toUrl('1.1.0-11111111')]
  scripts[fallback.entry] = toModule(fallback)
  const remotes = [{ name, entry: 'portico' }]
  const { share, load, reports } = open(answer, {}, remotes)
  await share()
  expect(await load()).toBe(fallback.id)
  await share()
  expect(loaded).toHaveLength(2)
  expect(reports).toHaveLength(1)
})

test('a remote that is turned off says why, and whose it is', async () => {
  const { share, load } = open(answerWith({ off: 'the prices are wrong' }), {}, [{ name, entry: 'portico' }])
  await share()
  await expect(load()).rejects.toThrow(`${name} is turned off: the prices are wrong. Owner: Cart team.`)
  expect(loaded).toEqual([])
})

test('what breaks later is reported with its position, and only if it is the release’s', async () => {
  const { load, reports } = open(answerWith())
  await load()
  await vi.waitFor(() => expect(reports).toHaveLength(1), patience)
  const thrown = (stack: string) => Object.assign(new RangeError('Ana'), { stack })
  const place = `at f (${site}/r/${name}/1.1.0-11111111/chunk.js:1:23)`
  const throwLater = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }))
  throwLater(thrown('at f (https://shop.example/main.js:1:1)'))
  throwLater(thrown(`at f (chrome-extension://abc/a.js:1:1)\n${place}`))
  throwLater(thrown(place))
  throwLater(thrown(place))
  const about = { remote: name, release: '1.1.0-11111111', rollout: 'r1', arm: 'canary' }
  const position = { type: 'RangeError', file: 'chunk.js', line: 1, column: 23, page: '' }
  expect(reports.slice(1)).toEqual([
    expect.objectContaining({
      signals: [{ ...about, signal: 'error' }],
      errors: [{ ...about, ...position }],
    }),
  ])
  reportRemoteError(new Error('Objects are not valid as a React child'), name)
  reportRemoteError(thrown(place))
  expect(reports.slice(2).map(({ loads }) => loads)).toEqual([
    [{ ...about, outcome: 'mount', phase: 'mount', ms: 0, fellBackTo: null }],
  ])
})
