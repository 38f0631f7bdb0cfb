import { expect, test } from 'vitest'
import { focusHeading } from './focus-heading.ts'

function showPage(content: string): void {
  document.body.innerHTML = `<button>Before</button><main id="content" tabindex="-1">${content}</main>`
  document.querySelector('button')?.focus()
}

test('focuses the heading of the page', () => {
  showPage('<h1 tabindex="-1">The page</h1>')
  focusHeading()
  expect(document.activeElement?.textContent).toBe('The page')
})

test.each([
  ['no heading', '<p>Only text</p>'],
  ['a heading that is not focusable', '<h1>The page</h1>'],
])('focuses main on a page with %s', (_, content) => {
  showPage(content)
  focusHeading()
  expect(document.activeElement?.id).toBe('content')
})

test('leaves the focus alone without a page', () => {
  document.body.innerHTML = '<button>Before</button>'
  document.querySelector('button')?.focus()
  focusHeading()
  expect(document.activeElement?.textContent).toBe('Before')
})
