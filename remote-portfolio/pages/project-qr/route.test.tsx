import { createQrCode } from '@portico/kit/qr-code.ts'
import { createTestHost, ErrorBoundary, renderPage } from '@portico/kit/testing/host.tsx'
import { patience } from '@portico/kit/testing/patience.ts'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  createBot,
  createContentPort,
  createProject,
  createSampleContent,
  sampleProjects,
} from '../../testing/sample-content.ts'
import { Component } from './route.tsx'

const chat = 'https://api.whatsapp.com/send?phone=12025550144'
const open = (name: string, host = createTestHost(), projects = sampleProjects, page = <Component />) =>
  renderPage(page, {
    host: { ...host, content: createContentPort(createSampleContent({ projects })) },
    at: `/projects/${name}/qr`,
    path: '/projects/:name/qr',
  })
const type = (message: string) =>
  fireEvent.change(screen.getByLabelText('First message (optional)'), { target: { value: message } })
const getQrPath = () =>
  screen
    .getByRole('img', { name: /^QR code/ })
    .querySelector('path')
    ?.getAttribute('d')

test("the page shows the QR code of the bot's link", () => {
  open('one')
  expect(screen.getByRole('heading', { level: 1, name: 'QR code for Project one' })).toBeTruthy()
  expect(
    screen.getByRole('img', { name: 'QR code that opens a WhatsApp chat with Project one' }),
  ).toBeTruthy()
  expect(screen.getByText(chat)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open in WhatsApp' }).getAttribute('href')).toBe(chat)
})

test('the message becomes part of the link and the code', () => {
  open('one')
  const before = getQrPath()
  type('Hi there')
  expect(screen.getByText(`${chat}&text=Hi%20there`)).toBeTruthy()
  expect(getQrPath()).not.toBe(before)
})

test("the bot's default message is filled in", () => {
  const bot = createProject('b', { bot: createBot('Menu') })
  open('b', createTestHost(), [bot])
  expect(screen.getByDisplayValue('Menu')).toBeTruthy()
  expect(screen.getByText(`${chat}&text=Menu`)).toBeTruthy()
})

test('a message that is too long is reported until it is shortened', () => {
  open('one')
  type('long '.repeat(400))
  const field = screen.getByRole('textbox', { description: /Too long for a code/ })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('The message is too long for a QR code.').getAttribute('role')).toBe('status')
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
  const createObjectURL = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
  open('one')
  fireEvent.click(screen.getByRole('button', { name: button }))
  await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(file), patience)
  expect(createObjectURL.mock.calls[0]?.[0]).toMatchObject({ type: mediaType })
})

test('the saved SVG contains the same code with its quiet zone', async () => {
  const createObjectURL = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  open('one')
  fireEvent.click(screen.getByRole('button', { name: 'Download SVG' }))
  const file = createObjectURL.mock.calls[0]?.[0]
  if (!(file instanceof Blob)) throw new Error('no file was saved')
  const source = await file.text()
  expect(source).toContain(`d="${getQrPath()}"`)
  const side = (createQrCode(chat)?.size ?? 0) + 8
  expect(source).toContain(`viewBox="-4 -4 ${side} ${side}"`)
})

test.each([
  ['a project that is not a bot', 'two'],
  ['a project that does not exist', 'nothing'],
])('%s is Page Not Found', (_, name) => {
  // React logs caught errors, too.
  vi.mocked(console.error).mockImplementation(() => {})
  open(
    name,
    createTestHost(),
    sampleProjects,
    <ErrorBoundary>
      <Component />
    </ErrorBoundary>,
  )
  expect(screen.getByText('Page Not Found')).toBeTruthy()
  vi.mocked(console.error).mockClear()
})

test('the code opens in full screen, and closes again', async () => {
  open('one')
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'QR code for Project one' }))
  expect(
    dialog.getByRole('img', { name: 'QR code that opens a WhatsApp chat with Project one' }),
  ).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience)
})

test('the print button prints the page', () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open('one')
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledExactlyOnceWith()
  vi.unstubAllGlobals()
})

test('with a pairing stream, each code replaces the one before', async () => {
  const texts = new TransformStream<string, string>()
  const body = texts.readable.pipeThrough(new TextEncoderStream())
  const fetched = vi.fn<typeof fetch>(async () => new Response(body))
  vi.stubGlobal('fetch', fetched)
  open('one', createTestHost({ site: { ...testSite, pairingStreams: { one: '/codes/one' } } }))
  expect(screen.getByRole('status').textContent).toBe('Waiting for a pairing code…')
  const stream = texts.writable.getWriter()
  void stream.write('data: {"code":"2@first","seconds":60}\n\n')
  expect(await screen.findByText(/^(?:60|59) seconds left$/)).toBeTruthy()
  expect(screen.getByText('Scan the code.')).toBeTruthy()
  const first = getQrPath()
  void stream.write('data: {"code":"2@second","seconds":60}\n\n')
  await vi.waitFor(() => expect(getQrPath()).not.toBe(first), patience)
  void stream.write('event: paired\ndata: {}\n\n')
  expect(await screen.findByText('Paired. The bot is connected to your phone.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
  expect(fetched.mock.calls[0]?.[0]).toBe('/codes/one')
  vi.unstubAllGlobals()
})
