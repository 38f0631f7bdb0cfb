import { emptyContent } from '@portico/kit/content/content.ts'
import { createTestHost, renderPage } from '@portico/kit/testing/host.tsx'
import { testSite } from '@portico/kit/testing/test-site.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AboutSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { getSample } from '../../testing/sample-content.ts'
import { AboutPage } from './route.tsx'

const definitionOf = (term: string) => screen.getByText(term).parentElement?.querySelector('dd')?.textContent

const about = <AboutPage content={getSample({ selection: selections.about, schema: AboutSchema })} />

test("the owner's story is shown", () => {
  renderPage(about)
  expect(within(screen.getByRole('region', { name: 'My story' })).getByText('How it began.')).toBeTruthy()
})

test("experience and education are listed in the owner's order", () => {
  renderPage(about)
  const work = within(screen.getByRole('region', { name: 'Experience' }))
  expect(work.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    'Maker',
    'Helper',
  ])
  expect(work.getByText('2022 – present')).toBeTruthy()
  expect(work.getByText('2020 – 2022')).toBeTruthy()
  expect(work.getByText('Made ten')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Education' })).getByText('2019')).toBeTruthy()
})

test('the CV is linked', () => {
  renderPage(about)
  expect(screen.getByRole('link', { name: 'Read my CV' }).getAttribute('href')).toBe('/cv')
})

test('the facts show the age, the location and the number of projects', () => {
  vi.useFakeTimers({ now: new Date('2026-01-15T12:00:00'), toFake: ['Date'] })
  renderPage(about)
  vi.useRealTimers()
  expect(definitionOf('Age')).toBe('26 years')
  expect(definitionOf('Lives in')).toBe('Sample Town')
  expect(definitionOf('Projects')).toBe('3')
})

test('the skills are listed', () => {
  renderPage(about)
  const skills = within(screen.getByRole('region', { name: 'Skills' }))
  expect(skills.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Sampling', 'Testing'])
})

test('what the owner left out is not shown', () => {
  const { location: _, ...site } = testSite
  renderPage(
    <AboutPage
      content={getSample({ selection: selections.about, schema: AboutSchema, content: emptyContent })}
    />,
    {
      host: createTestHost({ site: { ...site, skills: [] } }),
    },
  )
  expect(screen.queryByRole('heading', { name: 'Education' })).toBeNull()
  expect(screen.queryByText('Lives in')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Skills' })).toBeNull()
})
