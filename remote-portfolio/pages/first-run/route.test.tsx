import { createTestHost, renderPage } from '@portico/kit/testing/host.tsx'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FirstRunSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { getSample } from '../../testing/sample-content.ts'
import { FirstRunPage } from './route.tsx'

test('every file of the owner is listed with what it holds, and those that are done', () => {
  renderPage(
    <FirstRunPage content={getSample({ selection: selections.firstRun, schema: FirstRunSchema })} />,
    {
      host: createTestHost({ site: { ...testSite, sample: true } }),
    },
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
