import { HostContext } from '@portico/kit/contract/contract.ts'
import { createTestHost } from '@portico/kit/testing/host.tsx'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { site } from '../testing/site.ts'
import { Layout } from './layout.tsx'

function showFrame() {
  render(
    <MemoryRouter>
      <HostContext value={createTestHost()}>
        <Layout site={site} pages={[]} path="/">
          <h1>The page</h1>
        </Layout>
      </HostContext>
    </MemoryRouter>,
  )
}

test('the page is inside main, between the header and the footer', () => {
  showFrame()
  const [header, main, footer] = ['banner', 'main', 'contentinfo'].map((role) => screen.getByRole(role))
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'The page' })).toBeTruthy()
  expect([header?.nextElementSibling, main?.nextElementSibling]).toEqual([main, footer])
})

test('the first link skips to main, which can take the focus', () => {
  showFrame()
  const main = screen.getByRole('main')
  expect(screen.getAllByRole('link')[0]).toBe(screen.getByRole('link', { name: 'Skip to content' }))
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe(`#${main.id}`)
  main.focus()
  expect(document.activeElement).toBe(main)
})
