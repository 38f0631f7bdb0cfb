import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShownRemote } from './shown-remote.tsx'

const leftovers = { show: () => {} }

test('the root element names the remote of the page while it is shown', () => {
  const { dataset } = document.documentElement
  const { rerender, unmount } = render(<ShownRemote name="weather" leftovers={leftovers} />)
  expect(dataset.remote).toBe('weather')
  rerender(<ShownRemote name="catalogue" leftovers={leftovers} />)
  expect(dataset.remote).toBe('catalogue')
  unmount()
  expect(dataset.remote).toBeUndefined()
})
