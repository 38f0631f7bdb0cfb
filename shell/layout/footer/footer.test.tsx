import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { site } from '../../testing/site.ts'
import { Footer, type FooterProps } from './footer.tsx'

function showFooter(props: Partial<FooterProps> = {}) {
  render(
    <MemoryRouter>
      <Footer site={site} pages={[]} {...props} />
    </MemoryRouter>,
  )
}

test.each([
  { at: 'the first morning of a year', now: new Date(2026, 0, 1), age: 36, year: 2026 },
  { at: 'the last evening of a year', now: new Date(2026, 11, 31, 23, 59), age: 36, year: 2026 },
  { at: 'the next year', now: new Date(2027, 0, 1), age: 37, year: 2027 },
])('at $at the developer born in 1990 is $age, and the copyright is of $year', ({ now, age, year }) => {
  showFooter({ now })
  expect(screen.getByText(`I am ${age} years old and live in Ockham.`)).toBeTruthy()
  expect(screen.getByText(`© ${year} Ada Example`)).toBeTruthy()
})

test('the age is shown without a location if none is configured', () => {
  const { location: _, ...placeless } = site
  showFooter({ site: placeless, now: new Date(2026, 5, 1) })
  expect(screen.getByText('I am 36 years old.')).toBeTruthy()
})

test('the footer shows the owner’s introduction and news', () => {
  showFooter()
  expect(screen.getByRole('heading', { name: 'About me' }).nextSibling?.textContent).toBe(site.about)
  expect(screen.getByRole('heading', { name: 'News' }).nextSibling?.textContent).toBe(site.news)
})

test('the configured columns link to pages of the site and to other sites', () => {
  showFooter()
  const columns = within(screen.getByRole('navigation', { name: 'Footer' }))
  expect(columns.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['Explore'])
  expect(columns.getByRole('link', { name: 'All work' }).getAttribute('href')).toBe('/projects')
  const away = columns.getByRole('link', { name: 'Notes (opens in a new tab)' })
  expect(['href', 'target', 'rel'].map((attribute) => away.getAttribute(attribute))).toEqual([
    'https://notes.example/',
    '_blank',
    'noopener',
  ])
})

test('listed pages of remotes get their own column', () => {
  const pages: RemotePage[] = [
    { path: '/guestbook', access: 'open', title: 'Guestbook', listed: true },
    { path: '/quiet', access: 'open', title: 'Quiet' },
  ]
  showFooter({ pages })
  const list = screen.getByRole('heading', { name: 'More' }).nextElementSibling
  expect(list?.textContent).toBe('Guestbook')
  expect(screen.getByRole('link', { name: 'Guestbook' }).getAttribute('href')).toBe('/guestbook')
})

test('without links there is no navigation', () => {
  showFooter({ site: { ...site, columns: [] } })
  expect(screen.queryByRole('navigation')).toBeNull()
})
