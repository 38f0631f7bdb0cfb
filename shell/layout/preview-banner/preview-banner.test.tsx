import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import { PreviewBanner } from './preview-banner.tsx'

const stable = createSelectedRemote([{ path: '/a' }], { name: 'things' })
const preview = { ...createSelectedRemote([{ path: '/b' }]), arm: 'preview' } as const

test('the banner of a preview names its release', () => {
  render(<PreviewBanner remotes={[stable, preview]} />)
  const banner = screen.getByRole('complementary', { name: 'Preview' })
  expect(banner.textContent).toContain(
    "Preview. You're viewing new 1.2.0-0a1b2c3d. Other visitors don't see it.",
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'End preview' })
  expect([button.form?.method, button.form?.getAttribute('action')]).toEqual(['post', '/-/preview-end'])
})

test('the banner of a local preview names its address, or the reason why it is unavailable', () => {
  const from = 'http://localhost:3001/'
  const { rerender } = render(<PreviewBanner remotes={[{ ...preview, local: { from, problem: null } }]} />)
  const text = () => screen.getByRole('complementary').textContent
  expect(text()).toContain("You're viewing new 1.2.0-0a1b2c3d from http://localhost:3001/. Other")
  const problem = `${from} does not answer`
  rerender(<PreviewBanner remotes={[{ ...preview, local: { from, problem } }]} />)
  expect(text()).toBe(
    "Preview. http://localhost:3001/ does not answer, so you're viewing the public release of new. End preview",
  )
})

test('a visitor without a preview sees no banner', () => {
  const { container } = render(<PreviewBanner remotes={[stable]} />)
  expect(container.textContent).toBe('')
})
