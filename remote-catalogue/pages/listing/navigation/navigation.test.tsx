import { createTestRouter } from '@portico/kit/testing/test-router.tsx'
import { render, screen, within } from '@testing-library/react'
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
  render(createTestRouter(element, { at: path || '/' }).node)
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

test('the button of the list shows the current category', () => {
  renderNavigation(second)
  const { title, count } = categories[1] ?? {}
  expect(screen.getByRole('button', { name: `Category: ${title} (${count})` })).toBeTruthy()
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
