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

test('a visitor without a preview sees no banner', () => {
  const { container } = render(<PreviewBanner remotes={[stable]} />)
  expect(container.textContent).toBe('')
})
