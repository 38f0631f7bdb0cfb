import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import { PreviewBanner } from './preview-banner.tsx'

const stable = createSelectedRemote([{ path: '/a' }], { name: 'things' })
const preview = { ...createSelectedRemote([{ path: '/b' }]), arm: 'preview' } as const

test('a preview says which release it is of', () => {
  render(<PreviewBanner remotes={[stable, preview]} />)
  const banner = screen.getByRole('complementary', { name: 'Preview' })
  expect(banner.textContent).toContain('Preview. You see new 1.2.0-0a1b2c3d, which other visitors do not.')
  expect(screen.getByRole('link', { name: 'End the preview' }).getAttribute('href')).toBe('/-/preview-end')
})

test('a preview of what the own machine serves says from where, and whether it is there', () => {
  const from = 'http://localhost:3001/'
  const { rerender } = render(<PreviewBanner remotes={[{ ...preview, local: { from, problem: null } }]} />)
  const text = () => screen.getByRole('complementary').textContent
  expect(text()).toContain('You see new 1.2.0-0a1b2c3d from http://localhost:3001/, which')
  const problem = `${from} does not answer`
  rerender(<PreviewBanner remotes={[{ ...preview, local: { from, problem } }]} />)
  expect(text()).toBe(
    'Preview. http://localhost:3001/ does not answer, so you see new as everyone does. End the preview',
  )
})

test('who has no preview sees nothing', () => {
  const { container } = render(<PreviewBanner remotes={[stable]} />)
  expect(container.textContent).toBe('')
})
