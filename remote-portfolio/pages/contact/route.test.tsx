import { renderPage } from '@portico/kit/testing/host.tsx'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Component as ContactPage } from './route.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

test("the owner's contact details are shown", () => {
  renderPage(<ContactPage />)
  expect(screen.getByText('Sample Person')).toBeTruthy()
  expect(screen.getByText('3 Feb 2000').getAttribute('datetime')).toBe('2000-02-03')
  expect(screen.getByText('Sample Town')).toBeTruthy()
})

test('each channel is offered once', () => {
  renderPage(<ContactPage />)
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  const { facebook, twitter, github, instagram, youtube } = testSite.social
  expect(hrefs).toEqual(['tel:+12025550143', facebook, twitter, github, instagram, youtube])
  const buttons = screen.getAllByRole('button', { name: /WhatsApp|email$/ })
  expect(buttons.map(({ textContent }) => textContent?.trim())).toEqual(['Send on WhatsApp', 'Send by email'])
  expect(screen.getByText('sample@example.com')).toBeTruthy()
})

test('the other social networks are linked, in the order of the header', () => {
  renderPage(<ContactPage />)
  const links = within(screen.getByRole('region', { name: 'Elsewhere' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Facebook',
    'Twitter',
    'GitHub',
    'Instagram',
    'YouTube',
  ])
})

test('the email address can be copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  renderPage(<ContactPage />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy email address' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('sample@example.com')
})

test('a browser without a clipboard asks the visitor to copy manually', async () => {
  vi.stubGlobal('navigator', {})
  renderPage(<ContactPage />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy phone number' }))
  expect(await screen.findByText(/Select the phone number and copy it yourself/)).toBeTruthy()
})

test('the contact can be saved as a vCard', async () => {
  const saved = vi.fn<(name: string) => void>()
  const createObjectURL = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
  renderPage(<ContactPage />)
  fireEvent.click(screen.getByRole('button', { name: 'Save my contact' }))
  expect(saved).toHaveBeenCalledExactlyOnceWith('sample-person.vcf')
  const file = createObjectURL.mock.calls[0]?.[0]
  if (!(file instanceof Blob)) throw new Error('no file was saved')
  expect(file.type).toBe('text/vcard')
  expect(await file.text()).toContain('FN:Sample Person')
})
