import { fontCookie } from '@portico/protocol/release/prerender.ts'
import { afterEach, expect, test } from 'vitest'
import { setCookie } from '../set-cookie.ts'
import { keepInlineFonts } from './keep-inline-fonts.ts'

const toLink = (file: string) =>
  `<link rel="preload" as="font" href="data:font/woff2;base64,AA==" data-file="${file}">`

afterEach(() => {
  document.head.innerHTML = ''
  setCookie(fontCookie.name, '', -1) // happy-dom keeps one of age 0 for another millisecond
})

interface Visit {
  readonly files: readonly string[]
  readonly saveData?: boolean
  /** Responds to a request. */
  readonly fetch?: (file: string) => Promise<Response>
}

async function keep({ files, saveData = false, fetch = async () => new Response('a font') }: Visit) {
  document.head.innerHTML = files.map(toLink).join('')
  const fetched: string[] = []
  const kept = keepInlineFonts({
    fetch: (input) => {
      fetched.push(String(input))
      return fetch(String(input))
    },
    waitUntilIdle: async () => {},
    window: { document, navigator: { connection: { saveData } }, matchMedia: () => ({ matches: false }) },
  })
  const failed = await kept.then(() => false).catch(() => true)
  return { fetched, failed, cookie: document.cookie }
}

test('the files are fetched into the cache, and a cookie says so', async () => {
  const files = ['/r/shell/1.2.0-0a1b2c3d/a.woff2', '/r/shell/1.2.0-0a1b2c3d/b.woff2']
  expect(await keep({ files })).toEqual({
    fetched: files,
    failed: false,
    cookie: `${fontCookie.name}=${fontCookie.value}`,
  })
})

test.each<[string, Visit]>([
  ['a page that contains no font', { files: [] }],
  ['a visitor who saves data', { files: ['/a.woff2'], saveData: true }],
])('%s: nothing is fetched', async (_, visit) => {
  expect(await keep(visit)).toEqual({ fetched: [], failed: false, cookie: '' })
})

test.each<[string, () => Promise<Response>]>([
  ['is missing', async () => new Response('', { status: 404 })],
  ['can’t be fetched', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'ends too early',
    async () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })),
  ],
])('a file that %s is not remembered', async (_, respond) => {
  const files = ['/a.woff2', '/b.woff2']
  const fetch = (file: string) => (file === '/b.woff2' ? respond() : Promise.resolve(new Response('a font')))
  expect(await keep({ files, fetch })).toMatchObject({ fetched: files, cookie: '' })
})
