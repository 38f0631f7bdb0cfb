import { preferReducedMotion } from '@portico/kit/testing/prefer-reduced-motion.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history } from '../favourites/history.ts'
import { renderCategory } from '../testing/render-category.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.write([])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const getKeyField = () => screen.getByLabelText<HTMLInputElement>('Your API key')
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Opens a row with a key entered, ready to send. */
async function open(
  path: string,
  row: string,
  name: string,
  apiBase: string | null = 'https://api.example/v1',
) {
  await renderCategory(path, apiBase, `?row=${row}`)
  await screen.findByRole('region', { name: `Try ${name}` })
  fireEvent.change(getKeyField(), { target: { value: 'my-secret' } })
}
const openNews = () => open('/api/news', 'esana_news', 'News article')

type Fetch = (url: string, init: RequestInit) => Promise<Response>

function stubFetch(respond: Fetch) {
  const fetchMock = vi.fn<Fetch>(respond)
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}
const json = (body: unknown, init?: ResponseInit) => async () => Response.json(body, init)

// First in this file: later the panel's code is there immediately.
test('a key that is filled in as soon as the field appears is sent', async () => {
  const fetchMock = stubFetch(json({}))
  await renderCategory('/api/news', 'https://api.example/v1', '?row=esana_news')
  // Unlike findBy…, which gives React time for its effects.
  const field = await new Promise<Element>((resolve) => {
    const observer = new MutationObserver(() => {
      const found = document.querySelector('input[name="api"]')
      if (found === null) return
      observer.disconnect()
      resolve(found)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  fireEvent.change(field, { target: { value: 'my-secret' } })
  click('Send')
  await waitFor(() => expect(fetchMock).toHaveBeenCalled())
  expect(getKeyField().value).toBe('my-secret')
})

test('Send sends the key and shows status, size, rate limits and data', async () => {
  const asked = stubFetch(json({ title: 'Hello' }, { headers: { 'x-ratelimit-remaining': '9' } }))
  await openNews()
  click('Send')
  expect(await screen.findByRole('cell', { name: 'Hello' })).toBeTruthy()
  const [url, init] = asked.mock.calls[0] ?? []
  expect(new URL(url ?? '').searchParams.get('api')).toBe('my-secret')
  expect(init).toMatchObject({ method: 'GET', credentials: 'omit', referrerPolicy: 'no-referrer' })
  expect(screen.getByText(/^200/, { selector: 'strong' })).toBeTruthy()
  expect(screen.getByText('17 bytes')).toBeTruthy()
  expect(screen.getByText('x-ratelimit-remaining').nextSibling?.textContent).toBe('9')
})

test('the POST has the key and the values in its body', async () => {
  const asked = stubFetch(json({}))
  await open('/api/education', 'chatGPT', 'ChatGPT')
  click('Send')
  await waitFor(() => expect(asked).toHaveBeenCalled())
  const [url, init] = asked.mock.calls[0] ?? []
  expect(url).toBe('https://api.example/v1')
  expect(JSON.parse(String(init?.body))).toMatchObject({ api: 'my-secret', main_id: '' })
})

test('the key never appears in page text, URLs or storage', async () => {
  stubFetch(json({}))
  await openNews()
  click('Send')
  await screen.findByText(/^200/, { selector: 'strong' })
  expect(document.body.textContent).not.toContain('my-secret')
  expect(
    [...document.querySelectorAll('[href]')].map((link) => link.getAttribute('href')).join(),
  ).not.toContain('my-secret')
  expect(JSON.stringify({ ...localStorage })).not.toContain('my-secret')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('my-secret')
  expect(getKeyField().type).toBe('password')
})

test('without a key nothing is sent and the key field gets the focus', async () => {
  const asked = stubFetch(json({}))
  await openNews()
  fireEvent.change(getKeyField(), { target: { value: '' } })
  click('Send')
  expect(screen.getByText('Enter your API key first.')).toBeTruthy()
  expect(document.activeElement).toBe(getKeyField())
  expect(asked).not.toHaveBeenCalled()
})

test('invalid values are only sent after "Send anyway"', async () => {
  const asked = stubFetch(json({}))
  await open('/api/imageEdit', 'image_brightness', 'Brightness')
  fireEvent.change(screen.getByLabelText('brightness (required)'), { target: { value: '200' } })
  click('Send')
  expect(asked).not.toHaveBeenCalled()
  expect(screen.getByText(/^Fix the highlighted values/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('brightness (required)'))
  fireEvent.click(screen.getByLabelText('Send anyway'))
  click('Send')
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
})

test('the reason of an error is a sentence, and its response can be opened', async () => {
  stubFetch(json({ error: 'This is for paid users' }, { status: 402 }))
  await openNews()
  click('Send')
  expect(await screen.findByText('This is for paid users.')).toBeTruthy()
  expect(screen.getByText(/^402/, { selector: 'strong' })).toBeTruthy()
  expect(screen.getByText('Error response').parentElement?.textContent).toContain('This is for paid users')
})

test('the response takes the place of Send, which sends again, and the request can be edited', async () => {
  const asked = stubFetch(json({ title: 'Hello' }))
  await openNews()
  const send = screen.getByRole('button', { name: 'Send' })
  send.focus()
  click('Send')
  const response = await screen.findByRole('cell', { name: 'Hello' })
  expect(send.textContent).toBe('Send again')
  expect(document.activeElement).toBe(send)
  expect(response.compareDocumentPosition(send)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  click('Edit request')
  const field = screen.getByLabelText('news_id (required)')
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '42' } })
  click('Send again')
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(asked.mock.calls[1]?.[0]).toContain('news_id=42')
})

test('a list is a table, and everything is in the tree', async () => {
  stubFetch(json({ note: 'A sample', result: [{ id: 1, link: 'https://a.example/1' }, { id: 2 }] }))
  await openNews()
  click('Send')
  const table = within(await screen.findByRole('region', { name: 'Response as a table' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['id', 'link'])
  expect(table.getByRole('link').getAttribute('href')).toBe('https://a.example/1')
  click('Tree')
  expect(screen.getByText('"A sample"')).toBeTruthy()
})

test.each([204, 304])('a response with the status %i says that it has no content', async (status) => {
  stubFetch(async () => new Response(null, { status }))
  await openNews()
  click('Send')
  expect(await screen.findByText('The response has no content.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Save response' })).toBeNull()
})

test.each([
  ['video/mp4', 'VIDEO'],
  ['audio/mpeg', 'AUDIO'],
])('a response of the type %s is played', async (type, element) => {
  stubFetch(async () => new Response(new Blob(['x'], { type })))
  await openNews()
  click('Send')
  const player = await screen.findByLabelText<HTMLMediaElement>('Response of News article')
  expect([player.tagName, player.controls]).toEqual([element, true])
})

test('a request is shared with its values, but never sent by its link', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  await openNews()
  vi.stubGlobal('navigator', { clipboard: { writeText }, onLine: true })
  const asked = stubFetch(json({}))
  fireEvent.change(screen.getByLabelText('news_id (required)'), { target: { value: '4 2&x' } })
  click('Copy link to this request')
  await screen.findByText('Copied')
  const link = new URL(writeText.mock.calls[0]?.[0] ?? '')
  expect(link.href).not.toContain('my-secret')
  cleanup()
  await renderCategory(link.pathname, 'https://api.example/v1', link.search)
  expect((await screen.findByLabelText<HTMLInputElement>('news_id (required)')).value).toBe('4 2&x')
  expect(screen.getByText(/^Filled in from the link/)).toBeTruthy()
  await screen.findByRole('region', { name: 'Try News article' })
  expect(asked).not.toHaveBeenCalled()
})

test('an invalid value in a link is shown as invalid', async () => {
  await open('/api/imageEdit', 'image_brightness&value.brightness=400', 'Brightness')
  const field = screen.getByLabelText('brightness (required)')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Copy link to this request' })).toBeNull()
})

test('a request can be cancelled', async () => {
  stubFetch(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  await openNews()
  click('Send')
  click('Cancel')
  expect(await screen.findByText(/^Request cancelled/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('of a stream without an end, what came until "Cancel" is shown', async () => {
  const chunks = [new TextEncoder().encode('data: 1\n\n')]
  stubFetch(async (_, { signal }) => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const chunk = chunks.pop()
      if (chunk) return controller.enqueue(chunk)
      click('Cancel')
      controller.error(signal?.reason)
    }
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } })
  })
  await openNews()
  click('Send')
  expect(await screen.findByText('data: 1')).toBeTruthy()
  expect(screen.getByText('9 bytes, incomplete')).toBeTruthy()
})

test('a CORS failure is explained, with a curl command that contains no key', async () => {
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  await openNews()
  click('Send')
  expect(
    await screen.findByText(/^The request was blocked \(CORS\), or the API is unreachable\./),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the curl command for News article' })).toBeTruthy()
})

test('an unreachable sandbox is named, also with a curl command', async () => {
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  await open('/api/news', 'esana_news', 'News article', null)
  click('Send')
  expect(await screen.findByText(/^This site’s sandbox is unreachable\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the curl command for News article' })).toBeTruthy()
})

test('being offline is reported as such', async () => {
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  await openNews()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  click('Send')
  expect(await screen.findByText(/^You’re offline/)).toBeTruthy()
})

test('a request times out after a minute', async ({ onTestFinished }) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  onTestFinished(() => timeout.mockRestore())
  stubFetch((_, { signal }) => (signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => {})))
  await openNews()
  click('Send')
  expect(await screen.findByText(/^No response within a minute/)).toBeTruthy()
  expect(timeout).toHaveBeenCalledWith(60_000)
})

test('an image response is shown and can be saved', async () => {
  stubFetch(async () => new Response(new Blob(['x'], { type: 'image/png' })))
  await open('/api/imageEdit', 'image_sepia', 'Sepia')
  click('Send')
  expect((await screen.findByRole('img', { name: 'Response of Sepia' })).getAttribute('src')).toMatch(
    /^blob:/,
  )
  expect(screen.getByRole('link', { name: 'Save response' }).getAttribute('download')).toBe('image_sepia.png')
})

test('a response is saved under the name that the API gives it', async () => {
  const headers = { 'content-disposition': `attachment; filename=_.xlsx; filename*=UTF-8''%D0%98.xlsx` }
  stubFetch(async () => new Response('x', { headers }))
  await openNews()
  click('Send')
  expect((await screen.findByRole('link', { name: 'Save response' })).getAttribute('download')).toBe('И.xlsx')
})

test('an animated response is paused for visitors who prefer reduced motion', async () => {
  preferReducedMotion()
  stubFetch(async () => new Response(new Blob(['x'], { type: 'image/gif' })))
  await open('/api/attp_i', 'attp_i', 'Animated text')
  click('Send')
  expect(await screen.findByRole('img', { name: 'Response of Animated text, paused' })).toBeTruthy()
  click('Play animation')
  expect(screen.getByRole('img', { name: 'Response of Animated text' }).tagName).toBe('IMG')
  click('Stop animation')
  expect(screen.getByRole('button', { name: 'Play animation' })).toBeTruthy()
})

test('past requests are listed and their values can be restored', async () => {
  stubFetch(json({}))
  await openNews()
  fireEvent.change(screen.getByLabelText('news_id (required)'), { target: { value: '42' } })
  click('Send')
  fireEvent.click(await screen.findByText('History (1)'))
  fireEvent.change(screen.getByLabelText('news_id (required)'), { target: { value: '7' } })
  click('Restore')
  expect(screen.getByLabelText<HTMLInputElement>('news_id (required)').value).toBe('42')
  click('Clear history')
  expect(history.read()).toEqual([])
})

test('requests with personal data are never saved', async () => {
  stubFetch(json({}))
  await open('/api/search', 'truecaller', 'Caller lookup')
  click('Send')
  await screen.findByText(/^200/, { selector: 'strong' })
  expect(history.read()).toEqual([])
  expect(screen.getByText(/personal data aren’t saved/)).toBeTruthy()
})

test('the sandbox offers free keys', async () => {
  await open('/api/news', 'esana_news', 'News article', null)
  click('Use the free key')
  expect(getKeyField().value).toBe('sandbox-free')
})

const ownImage = new File(['x'], 'mine.png', { type: 'image/png' })

test("a visitor's own image is sent to the sandbox instead of a URL", async () => {
  const fetchMock = stubFetch(json({}))
  await open('/api/imageEdit', 'image_sepia', 'Sepia', null)
  fireEvent.change(screen.getByLabelText('Use my own image'), { target: { files: [ownImage] } })
  await screen.findByText('mine.png')
  click('Send')
  await waitFor(() => expect(fetchMock).toHaveBeenCalled())
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(new URL(url ?? '').searchParams.get('img_url')).toBe('upload')
  expect(init).toMatchObject({ method: 'POST', body: ownImage })
})

test("a visitor's own image is sent although the URL that it replaces is empty", async () => {
  const fetchMock = stubFetch(json({}))
  await open('/api/imageEdit', 'image_sepia', 'Sepia', null)
  fireEvent.change(screen.getByLabelText(/^img_url/), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('Use my own image'), { target: { files: [ownImage] } })
  await screen.findByText('mine.png')
  click('Send')
  await waitFor(() => expect(fetchMock).toHaveBeenCalledOnce())
})

test('an image can be dropped, pasted and removed', async () => {
  await open('/api/imageEdit', 'image_sepia', 'Sepia', null)
  const zone = screen.getByRole('group', { name: 'Use my own image' })
  fireEvent.drop(zone, { dataTransfer: { files: [ownImage] } })
  await within(zone).findByText('mine.png')
  click('Use the URL again')
  expect(zone.textContent).not.toContain('mine.png')
  fireEvent.paste(document, { clipboardData: { files: [ownImage] } })
  await within(zone).findByText('mine.png')
})

test('a response value prefills the operation that takes it', async () => {
  stubFetch(json([{ id: '98966', title: 'A headline' }]))
  await open('/api/news', 'esana_news_list', 'News list')
  click('Send')
  const links = await screen.findAllByRole('link', { name: /^Use this value in .*\(98966\)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/api/news?row=esana_news',
    '/api/news?row=esana_news_comments',
  ])
  fireEvent.click(links[0] ?? document.body)
  const article = within(await screen.findByRole('region', { name: 'News article' }))
  expect(article.getByLabelText<HTMLInputElement>('news_id (required)').value).toBe('98966')
  expect(article.getByText(/^Filled in from News list/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('News article')
})

test("a file that isn't an image is rejected, and only the sandbox accepts images", async () => {
  await open('/api/imageEdit', 'image_sepia', 'Sepia', null)
  const text = new File(['x'], 'notes.txt', { type: 'text/plain' })
  fireEvent.change(screen.getByLabelText('Use my own image'), { target: { files: [text] } })
  await within(screen.getByRole('group', { name: 'Use my own image' })).findByText(
    /“notes\.txt” isn’t a supported image\./,
  )
  cleanup()
  await open('/api/imageEdit', 'image_sepia', 'Sepia')
  expect(screen.queryByRole('group', { name: 'Use my own image' })).toBeNull()
})

test('the focus moves from Cancel to Send when the request ends', async () => {
  stubFetch((_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', reject)))
  await openNews()
  click('Send')
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  cancel.focus()
  fireEvent.click(cancel)
  await screen.findByText(/^Request cancelled/)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
})
