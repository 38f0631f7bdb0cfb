import { emptyContent } from '@portico/kit/content/content.ts'
import { createTestHost, renderPage } from '@portico/kit/testing/host.tsx'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CvSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { getSample } from '../../testing/sample-content.ts'
import { CvPage } from './route.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const cv = <CvPage content={getSample({ selection: selections.cv, schema: CvSchema })} />
const part = (name: string) => within(screen.getByRole('region', { name }))

test('the CV shows the content of the other pages', () => {
  renderPage(cv)
  expect(screen.getByRole('heading', { level: 1, name: 'Sample Person' }).tabIndex).toBe(-1)
  expect(screen.getByRole('link', { name: 'sample@example.com' }).getAttribute('href')).toBe(
    'mailto:sample@example.com',
  )
  expect(part('Experience').getByText('Maker')).toBeTruthy()
  expect(part('Education').getByText('Pupil')).toBeTruthy()
  expect(part('Skills').getAllByRole('listitem')).toHaveLength(2)
  expect(
    part('Projects')
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/projects/one', '/projects/two', '/projects/three'])
})

test('the button prints the page', () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  renderPage(cv)
  fireEvent.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledExactlyOnceWith()
})

test('sections without content have no heading', () => {
  renderPage(
    <CvPage content={getSample({ selection: selections.cv, schema: CvSchema, content: emptyContent })} />,
    {
      host: createTestHost({ site: { ...testSite, skills: [] } }),
    },
  )
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
    'Sample Person',
    'Profile',
  ])
})
