import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { describe, expect, test, vi } from 'vitest'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import type { ActiveRelease, ReportedRelease } from '../active-releases.ts'
import { collectSignals, findFrame } from './collect-signals.ts'

const release = (name: string, folder?: string): ActiveRelease => {
  const remote = { ...createSelectedRemote([{ path: `/${name}` }], { name }), rollout: `r-${name}` }
  return { arm: 'canary', remote: { ...remote, release: { ...remote.release, ...(folder && { folder }) } } }
}
const weather = release('weather')
const maps = release('maps', 'https://cdn.example/maps/1.2.0/')
const file = (name: string, at = 'chunk.js:1:23') => `${location.origin}/r/${name}/1.2.0-0a1b2c3d/${at}`

test.each([
  {
    name: 'the first frame of a remote',
    stack: `Error\n at f (${file('weather')})\n at g (${file('maps')})`,
    found: weather,
  },
  {
    name: 'rendered by the shell’s React',
    stack: `Error\n at render (${file('shell')})\n at Page (${file('weather')})`,
    found: weather,
  },
  { name: 'Firefox’s notation', stack: `f@${file('weather')}`, found: weather },
  { name: 'a second attempt', stack: `at ${file('weather', '~2/chunk.js:1:1')}`, found: weather },
  { name: 'another origin', stack: 'at https://cdn.example/maps/1.2.0/chunk.js:1:1', found: maps },
  {
    name: 'another release of the remote',
    stack: `at ${location.origin}/r/weather/9.9.9-0a1b2c3d/a.js`,
    found: null,
  },
  { name: 'the shell alone', stack: `at ${file('shell')}`, found: null },
  { name: 'an extension', stack: `at chrome-extension://abc/a.js\n at ${file('weather')}`, found: null },
  { name: 'no stack', stack: '', found: null },
])('an error belongs to the release of $name', ({ stack, found }) => {
  expect(findFrame(stack, [weather, maps], window)?.release ?? null).toBe(found)
})

const shell: ReportedRelease = {
  arm: 'canary',
  remote: { name: 'shell', rollout: 'r-shell', release: { version: '1.2.0', hash: '0a1b2c3d', pages: [] } },
}

function collect(own: ReportedRelease | null = null) {
  const found: string[] = []
  const errors: unknown[] = []
  const requests = vi.fn<typeof fetch>()
  const page = Object.assign(Object.create(window), {
    addEventListener: window.addEventListener.bind(window),
    fetch: requests,
    Worker: class extends EventTarget {},
    navigation: new EventTarget(),
  })
  const signals = collectSignals(
    page,
    ({ remote }, signal, error) => {
      found.push(`${remote.name} ${signal}`)
      if (error !== null) errors.push(error)
    },
    own,
  )
  signals.addRelease(weather)
  return { signals, found, errors, requests, page }
}

function createError(stack = `Error: x\n at f (${file('weather')})`): Error {
  return Object.assign(new Error('x'), { stack })
}

test('uncaught errors and rejections are errors of the release, but not aborted requests', () => {
  const { found } = collect()
  window.dispatchEvent(new ErrorEvent('error', { error: createError() }))
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  reject(createError())
  reject(new DOMException('left', 'AbortError'))
  reject(createError('Error: x'))
  expect(found).toEqual(['weather error', 'weather error'])
})

test('an error that is no Error belongs to the file that threw it', () => {
  const { found } = collect()
  window.dispatchEvent(new ErrorEvent('error', { error: 'text', filename: file('weather', 'a.js') }))
  expect(found).toEqual(['weather error'])
})

test.each([
  { thrown: new TypeError('x'), at: 'chunk.js:1:23', type: 'TypeError' },
  { thrown: new DOMException('x', 'NotFoundError'), at: 'async/a-b.js:4:5', type: 'NotFoundError' },
  {
    thrown: Object.assign(new Error('x'), { name: 'AdaLovelaceError' }),
    at: '~2/chunk.js:1:23',
    type: 'Error',
  },
])(
  'an error is reported as $type at its position in the release, without its text',
  ({ thrown, at, type }) => {
    const { signals, errors } = collect()
    history.replaceState(null, '', '/weather')
    Object.defineProperty(thrown, 'stack', { value: `x: secret\n at f (${file('weather', at)})` })
    signals.report(thrown)
    const [, name, line, column] = /^(?:~2\/)?(.+):(\d+):(\d+)$/.exec(at) ?? []
    expect(errors).toEqual([
      { type, file: name, line: Number(line), column: Number(column), page: '/weather' },
    ])
  },
)

test('a page that failed to render is no signal but has the position of its error', () => {
  const { signals, found, errors } = collect()
  const load = (reason: 'mount' | 'network') => {
    const failure = new LoadFailure('weather', { phase: 'mount', reason, cause: createError() })
    signals.handleLoad({ ...weather, failure, ms: 1, fallback: null })
  }
  load('network')
  load('mount')
  expect(found).toEqual(['weather null'])
  expect(errors).toMatchObject([{ file: 'chunk.js', line: 1, column: 23 }])
})

test('a browser that tells no line reports the signal alone', () => {
  const { found, errors } = collect()
  window.dispatchEvent(new ErrorEvent('error', { error: 'text', filename: file('weather', 'a.js') }))
  expect({ found, errors }).toEqual({ found: ['weather error'], errors: [] })
})

test('an image of the page that fails is a request of the shown release', () => {
  const { signals, found } = collect()
  const main = document.createElement('main')
  const images = [document.createElement('img'), document.createElement('img')]
  main.append(images[0] ?? '')
  document.body.append(main, images[1] ?? '')
  for (const image of images) image.dispatchEvent(new Event('error'))
  expect(found).toEqual([])
  signals.show(weather)
  for (const image of images) image.dispatchEvent(new Event('error'))
  expect(found).toEqual(['weather request'])
})

test('requests that fail or are refused belong to the release that made them', async () => {
  const { found, requests, page } = collect()
  const realError = globalThis.Error
  const ask = async (outcome: () => Promise<Response>) => {
    requests.mockImplementationOnce(outcome)
    vi.stubGlobal(
      'Error',
      class extends realError {
        override stack = `Error\n at load (${file('weather')})`
      },
    )
    const asked = page.fetch('/api').catch(() => {})
    vi.stubGlobal('Error', realError)
    await asked
    return found.splice(0)
  }
  expect(await ask(async () => new Response('', { status: 204 }))).toEqual([])
  expect(await ask(async () => new Response('', { status: 404 }))).toEqual(['weather request'])
  expect(await ask(async () => new Response('', { status: 500 }))).toEqual(['weather request'])
  expect(await ask(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual(['weather request'])
  expect(await ask(() => Promise.reject(new DOMException('left', 'AbortError')))).toEqual([])
})

test('an error that React threw belongs to the release that rendered', () => {
  const { signals, found } = collect()
  signals.report(createError(`Error: x\n at f (${file('shell')})`), `\n at Page (${file('weather')})`)
  expect(found).toEqual(['weather error'])
})

test('a message that names a file of another release is no frame of it', () => {
  const { signals, found } = collect()
  signals.addRelease(maps)
  const text = `not allowed by script-src https://cdn.example/maps/1.2.0/ ${file('shell')}`
  const stack = `TypeError: ${text}\n at f (${file('weather')})`
  signals.report(Object.assign(new TypeError(text), { stack }))
  expect(found).toEqual(['weather error'])
})

test('a worker that throws belongs to the release that has its script, or has created it', () => {
  const { found, page } = collect()
  const worker = new page.Worker(file('weather', 'a.worker.js'))
  worker.dispatchEvent(new ErrorEvent('error', { filename: file('weather', 'a.worker.js') }))
  expect(found).toEqual(['weather error'])
})

test('what a part of another remote shows belongs to that remote', () => {
  const { signals, found } = collect()
  signals.addRelease(maps)
  signals.show(weather)
  document.body.innerHTML = '<main><div data-remote="maps"><img alt=""></div></main>'
  document.querySelector('img')?.dispatchEvent(new Event('error'))
  expect(found).toEqual(['maps request'])
})

test.each([
  { name: 'React has added it', sourceFile: '', blockedURI: 'https://ads.example', found: ['weather error'] },
  { name: 'a script did', sourceFile: file('maps'), blockedURI: 'inline', found: ['maps error'] },
  { name: 'an extension did', sourceFile: 'moz-extension', blockedURI: 'inline', found: [] },
])('a part of the page that the policy blocks belongs to a release if $name', (violation) => {
  const { signals, found } = collect()
  signals.addRelease(release('maps'))
  signals.show(weather)
  document.body.innerHTML = '<main><img alt=""></main>'
  const { sourceFile, blockedURI } = violation
  const event = new Event('securitypolicyviolation', { bubbles: true })
  document.querySelector('img')?.dispatchEvent(Object.assign(event, { sourceFile, blockedURI }))
  expect(found).toEqual(violation.found)
})

test.each([
  { name: 'leaves the site', url: 'https://other.example/', found: ['weather leave'] },
  { name: 'closes the page', url: null, found: ['weather leave'] },
  { name: 'loads it again', url: location.href, navigationType: 'reload', found: ['weather leave'] },
  { name: 'opens another document of the site', url: `${location.origin}/qr`, found: [] },
])('a visitor who at once $name', ({ url, navigationType = 'push', found: expected }) => {
  const { signals, found, page } = collect()
  signals.show(weather)
  const destination = { url, sameDocument: false }
  if (url !== null)
    page.navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination, navigationType }))
  window.dispatchEvent(new Event('pagehide'))
  expect(found).toEqual(expected)
})

describe('where the shell has a rollout, it causes', () => {
  test.each([
    ['what its own code throws', `at f (${file('shell')})`, ['shell error']],
    ['what nobody else did', '', ['shell error']],
    [
      'nothing that a remote’s code throws',
      `at render (${file('shell')})\n at f (${file('weather')})`,
      ['weather error'],
    ],
    ['nothing that an extension throws', `at f (${file('shell')})\n at g (chrome-extension://abc/a.js)`, []],
  ])('%s', (_, stack, expected) => {
    const { found } = collect(shell)
    window.dispatchEvent(new ErrorEvent('error', { error: createError(`Error: x\n ${stack}`) }))
    expect(found).toEqual(expected)
  })

  test('an error with its position', () => {
    const { errors } = collect(shell)
    window.dispatchEvent(
      new ErrorEvent('error', { error: createError(`Error: x\n at f (${file('shell')})`) }),
    )
    expect(errors).toMatchObject([{ file: 'chunk.js', line: 1, column: 23, page: '' }])
  })

  test('failed requests of its own, and of its layout, but no page that a remote fails to render', async () => {
    const { signals, found, requests, page } = collect(shell)
    requests.mockResolvedValue(new Response('', { status: 500 }))
    await page.fetch('/-/session')
    document.body.innerHTML = '<div id="root"><header><img alt=""></header></div>'
    document.querySelector('img')?.dispatchEvent(new Event('error'))
    const failure = new LoadFailure('weather', {
      phase: 'mount',
      reason: 'mount',
      cause: createError('Error: x'),
    })
    signals.handleLoad({ ...weather, failure, ms: 1, fallback: null })
    expect(found).toEqual(['shell request', 'shell request'])
  })
})
