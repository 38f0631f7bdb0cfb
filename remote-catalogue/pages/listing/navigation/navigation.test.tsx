import { createTestRouter } from '@portico/kit/testing/test-router.tsx'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { categories } from '../../../data/categories.build.ts'
import { AdjacentCategories } from './adjacent-categories.tsx'
import { CategoryNav } from './category-nav.tsx'

const [first, second, third] = categories.map(({ path }) => path)
const last = categories.at(-1)

function renderNavigation(path = '') {
  const element = (
    <>
      <CategoryNav path={path} />
      <AdjacentCategories path={path} />
    </>
  )
  const router = createTestRouter(element, { at: path || '/' })
  render(router.node)
  return router
}

const getAdjacent = () =>
  within(screen.getByRole('navigation', { name: 'Previous and next category' })).getAllByRole('link')

test('every category is linked with its number of endpoints, and the current one is marked', () => {
  renderNavigation(second)
  const links = within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(
    categories.map(({ title, count }) => `${title} ${count}`),
  )
  expect(
    links
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.getAttribute('href')),
  ).toEqual([second])
})

test('the select shows the current category and opens another', () => {
  const router = renderNavigation(second)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Go to category' })
  expect(select.value).toBe(second)
  expect(select.options).toHaveLength(categories.length)
  fireEvent.change(select, { target: { value: third } })
  expect(router.getLocation().pathname).toBe(third)
})

test('the categories before and after the current one are linked', () => {
  renderNavigation(second)
  expect(getAdjacent().map((link) => [link.getAttribute('rel'), link.getAttribute('href')])).toEqual([
    ['prev', first],
    ['next', third],
  ])
})

test('the last category has none after it', () => {
  renderNavigation(last?.path)
  expect(getAdjacent().map((link) => link.getAttribute('rel'))).toEqual(['prev'])
})
