import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleImage } from '../../testing/sample-content.ts'
import { Image } from './image.tsx'

test('an image says what it shows, how large it is, and waits until it is near', () => {
  render(<Image image={sampleImage} sizes="50vw" />)
  const image = screen.getByRole('img', { name: 'A sample' })
  expect(image.getAttribute('width')).toBe('800')
  expect(image.getAttribute('height')).toBe('500')
  expect(image.getAttribute('loading')).toBe('lazy')
  expect(image.getAttribute('src')).toBe('/media/a-800.webp')
  expect(image.getAttribute('srcset')).toBe('/media/a-400.webp 400w, /media/a-800.webp 800w')
})

test('the better format is offered first', () => {
  const { container } = render(<Image image={sampleImage} sizes="50vw" />)
  const source = container.querySelector('source')
  expect(source?.getAttribute('type')).toBe('image/avif')
  expect(source?.getAttribute('srcset')).toBe('/media/a-400.avif 400w')
})

test('the first image in sight is loaded at once, and a decoration has no name', () => {
  const { container } = render(<Image image={sampleImage} sizes="50vw" isFirst isDecoration />)
  expect(container.querySelector('img')?.getAttribute('loading')).toBe('eager')
  expect(screen.queryByRole('img')).toBeNull()
})
