import { createTestHost, renderPage, testSite } from '@portico/shared/testing/host.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FirstRunPage } from './first-run-page.tsx'

test('every file of the owner is listed with what it holds, and those that are done', () => {
  renderPage(
    <FirstRunPage
      files={[
        { name: 'content/about.md', isSample: false },
        { name: 'content/projects/one.md', isSample: true },
      ]}
    />,
    { host: createTestHost({ site: { ...testSite, sample: true } }) },
  )
  const section = screen.getByRole('region', { name: 'What to change' })
  const rows = within(section).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'site.config.jsonYour name, contact details, links, news and skills',
    'content/about.mdDone',
    'content/projects/one.mdA project: a card, a case study and an image',
  ])
  expect(within(section).getByText('2 files left')).toBeTruthy()
  expect(screen.getByText('npm start')).toBeTruthy()
})
