import { expect, test } from 'vitest'
import { focusHeading } from './focus-heading.ts'

function showPage(content: string): void {
  document.body.innerHTML = `<button>Before</button><main id="content" tabindex="-1">${content}</main>`
  document.querySelector('button')?.focus()
}

test('the heading of the page takes the focus', () => {
  showPage('<h1 tabindex="-1">The page</h1>')
  focusHeading()
  expect(document.activeElement?.textContent).toBe('The page')
})

test.each([
  ['no heading', '<p>Only text</p>'],
  ['a heading that cannot take the focus', '<h1>The page</h1>'],
])('a page with %s takes it itself', (_, content) => {
  showPage(content)
  focusHeading()
  expect(document.activeElement?.id).toBe('content')
})

test('without a page the focus stays', () => {
  document.body.innerHTML = '<button>Before</button>'
  document.querySelector('button')?.focus()
  focusHeading()
  expect(document.activeElement?.textContent).toBe('Before')
})
