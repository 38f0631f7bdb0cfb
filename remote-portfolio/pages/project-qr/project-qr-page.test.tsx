import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CatchError, fakeHost, renderPage, sampleSite } from '../../testing/fake-host.tsx'
import { sampleProjects } from '../../testing/sample-content.ts'
import { ProjectQrPage } from './project-qr-page.tsx'
import { qrCodeOf } from './qr-code.ts'

const chat = 'https://api.whatsapp.com/send?phone=12025550144'
const open = (name: string, host = fakeHost(), projects = sampleProjects) =>
  renderPage(<ProjectQrPage projects={projects} />, host, `/projects/${name}/qr`, '/projects/:name/qr')
const type = (message: string) =>
  fireEvent.change(screen.getByLabelText('First message (optional)'), { target: { value: message } })
const drawn = () =>
  screen
    .getByRole('img', { name: /^QR code/ })
    .querySelector('path')
    ?.getAttribute('d')

test("the page shows the QR code of the bot's link", () => {
  open('one')
  expect(screen.getByRole('heading', { level: 1, name: 'QR code of Project one' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR code that opens WhatsApp with Project one' })).toBeTruthy()
  expect(screen.getByText(chat)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open in WhatsApp' }).getAttribute('href')).toBe(chat)
})

test('a message becomes part of the link and of the code', () => {
  open('one')
  const before = drawn()
  type('Hi there')
  expect(screen.getByText(`${chat}&text=Hi%20there`)).toBeTruthy()
  expect(drawn()).not.toBe(before)
})

test("the bot's own message is there to begin with", () => {
  const bot = {
    slug: 'b',
    name: 'B',
    summary: 'S',
    year: 2026,
    tags: [],
    bot: { phone: '+12025550144', message: 'Menu' },
  }
  open('b', fakeHost(), [bot])
  expect(screen.getByDisplayValue('Menu')).toBeTruthy()
  expect(screen.getByText(`${chat}&text=Menu`)).toBeTruthy()
})

test('a message that does not fit is said to, and comes right when it is shortened', () => {
  open('one')
  type('long '.repeat(400))
  const field = screen.getByRole('textbox', { description: /too long for a code/ })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('No code: the message is too long.').getAttribute('role')).toBe('status')
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download PNG' })).toBeNull()
  type('short')
  expect(screen.queryByText(/too long/)).toBeNull()
  expect(screen.getByRole('img')).toBeTruthy()
})

test.each([
  ['Download SVG', 'one-qr.svg', 'image/svg+xml'],
  ['Download PNG', 'one-qr.png', 'image/png'],
])('%s saves %s', async (button, file, mediaType) => {
  const saved = vi.fn<(name: string) => void>()
  const kept = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
  open('one')
  fireEvent.click(screen.getByRole('button', { name: button }))
  await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(file))
  expect(kept.mock.calls[0]?.[0]).toMatchObject({ type: mediaType })
})

test('the saved drawing holds the same code with its quiet zone', async () => {
  const kept = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  open('one')
  fireEvent.click(screen.getByRole('button', { name: 'Download SVG' }))
  const file = kept.mock.calls[0]?.[0]
  if (!(file instanceof Blob)) throw new Error('no file was saved')
  const source = await file.text()
  expect(source).toContain(`d="${drawn()}"`)
  const side = (qrCodeOf(chat)?.size ?? 0) + 8
  expect(source).toContain(`viewBox="-4 -4 ${side} ${side}"`)
})

test.each([
  ['a project that is no bot', 'two'],
  ['a project that does not exist', 'nothing'],
])('%s is not found', (_, name) => {
  // React tells the console of every error, a caught one too.
  vi.mocked(console.error).mockImplementation(() => {})
  renderPage(
    <CatchError>
      <ProjectQrPage projects={sampleProjects} />
    </CatchError>,
    fakeHost(),
    `/projects/${name}/qr`,
    '/projects/:name/qr',
  )
  expect(screen.getByText('Page Not Found')).toBeTruthy()
  vi.mocked(console.error).mockClear()
})

test('the code is shown on the whole screen, and the focus comes back from there', async () => {
  open('one')
  const opener = screen.getByRole('button', { name: 'Big screen' })
  fireEvent.click(opener)
  const dialog = within(await screen.findByRole('dialog', { name: 'QR code of Project one' }))
  expect(dialog.getByRole('img', { name: 'QR code that opens WhatsApp with Project one' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toBe(opener))
})

test('the page is printed', () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open('one')
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledExactlyOnceWith()
  vi.unstubAllGlobals()
})

test('where a pairing stream is configured its codes are shown, each in the place of the one before', async () => {
  const texts = new TransformStream<string, string>()
  const body = texts.readable.pipeThrough(new TextEncoderStream())
  const fetched = vi.fn<typeof fetch>(async () => new Response(body))
  vi.stubGlobal('fetch', fetched)
  open('one', fakeHost({ site: { ...sampleSite, pairingStreams: { one: '/codes/one' } } }))
  expect(screen.getByRole('status').textContent).toBe('Waiting for a pairing code.')
  const stream = texts.writable.getWriter()
  void stream.write('data: {"code":"2@first","seconds":60}\n\n')
  expect(await screen.findByText(/^(?:60|59) seconds left$/)).toBeTruthy()
  expect(screen.getByText('A code is ready to be scanned.')).toBeTruthy()
  const first = drawn()
  void stream.write('data: {"code":"2@second","seconds":60}\n\n')
  await vi.waitFor(() => expect(drawn()).not.toBe(first))
  void stream.write('event: paired\ndata: {}\n\n')
  expect(await screen.findByText('Paired. The bot is connected to your phone.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
  expect(fetched.mock.calls[0]?.[0]).toBe('/codes/one')
  vi.unstubAllGlobals()
})
