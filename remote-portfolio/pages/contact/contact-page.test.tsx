import { renderPage, testSite } from '@portico/shared/testing/host.tsx'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ContactPage } from './contact-page.tsx'

const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

afterEach(() => {
  vi.unstubAllGlobals()
})

test("the owner's contact details are shown", () => {
  renderPage(<ContactPage />)
  expect(screen.getByText('Sample Person')).toBeTruthy()
  expect(screen.getByText('3 February 2000').getAttribute('datetime')).toBe('2000-02-03')
  expect(screen.getByText('Sample Town')).toBeTruthy()
})

test('phone, email and WhatsApp are linked', () => {
  renderPage(<ContactPage />)
  expect(linkTo('+12025550143')).toBe('tel:+12025550143')
  expect(linkTo('sample@example.com')).toBe('mailto:sample@example.com')
  expect(linkTo('Message on WhatsApp')).toBe('https://api.whatsapp.com/send?phone=12025550143')
})

test('the six social networks are linked, in the order of the header', () => {
  renderPage(<ContactPage />)
  const links = within(screen.getByRole('region', { name: 'Elsewhere' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Facebook', testSite.social.facebook],
    ['Twitter', testSite.social.twitter],
    ['GitHub', testSite.social.github],
    ['WhatsApp', testSite.social.whatsapp],
    ['Instagram', testSite.social.instagram],
    ['YouTube', testSite.social.youtube],
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

test('a browser without a clipboard asks the visitor to copy by hand', async () => {
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
