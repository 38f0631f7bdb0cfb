import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleImage } from '../../testing/sample-content.ts'
import { Image } from './image.tsx'

test('an image has a text alternative and dimensions, and loads lazily', () => {
  render(<Image image={sampleImage} sizes="50vw" />)
  const image = screen.getByRole('img', { name: 'A sample' })
  expect(image.getAttribute('width')).toBe('800')
  expect(image.getAttribute('height')).toBe('500')
  expect(image.getAttribute('loading')).toBe('lazy')
  expect(image.getAttribute('src')).toBe('/-/content/media/a-800.webp')
  expect(image.getAttribute('srcset')).toBe(sampleImage.webp)
})

test('the best format comes first', () => {
  const { container } = render(<Image image={sampleImage} sizes="50vw" />)
  const source = container.querySelector('source')
  expect(source?.getAttribute('type')).toBe('image/avif')
  expect(source?.getAttribute('srcset')).toBe(sampleImage.avif)
})

test('a priority image loads eagerly, and a decorative one has no text alternative', () => {
  const { container } = render(<Image image={sampleImage} sizes="50vw" isPriority isDecorative />)
  expect(container.querySelector('img')?.getAttribute('loading')).toBe('eager')
  expect(screen.queryByRole('img')).toBeNull()
})
