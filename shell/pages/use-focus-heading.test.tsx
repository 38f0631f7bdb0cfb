import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { expect, test } from 'vitest'
import { MainContext, useFocusHeading } from './use-focus-heading.ts'

function FocusButton() {
  return (
    <button type="button" onClick={useFocusHeading()}>
      Focus
    </button>
  )
}

function Page({ children }: { readonly children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  return (
    <MainContext value={main}>
      <h1 tabIndex={-1}>A heading outside of the page</h1>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      <FocusButton />
    </MainContext>
  )
}

function clickFocus(): void {
  screen.getByRole('button').focus()
  fireEvent.click(screen.getByRole('button'))
}

test('the focus moves to the heading of the page', () => {
  render(
    <Page>
      <h1 tabIndex={-1}>The page</h1>
    </Page>,
  )
  clickFocus()
  expect(document.activeElement?.textContent).toBe('The page')
})

test.each([
  ['no heading', <p key="page">Only text</p>],
  ['a heading that is not focusable', <h1 key="page">The page</h1>],
])('the focus moves to main on a page with %s', (_, content) => {
  render(<Page>{content}</Page>)
  clickFocus()
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('the focus stays where it is without a layout', () => {
  render(<FocusButton />)
  clickFocus()
  expect(document.activeElement).toBe(screen.getByRole('button'))
})
