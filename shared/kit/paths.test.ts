import { expect, test } from 'vitest'
import { getReleaseFolder, getRetryFolder } from './paths.ts'

test('each release has its own folder', () => {
  expect(getReleaseFolder('new', '1.2.0-0a1b2c3d')).toBe('/r/new/1.2.0-0a1b2c3d/')
})

test('the first attempt uses the folder itself, and each retry another URL of it', () => {
  const folders = [1, 2, 3].map((attempt) =>
    getRetryFolder(getReleaseFolder('new', '1.2.0-0a1b2c3d'), attempt),
  )
  expect(folders).toEqual([
    '/r/new/1.2.0-0a1b2c3d/',
    '/r/new/1.2.0-0a1b2c3d/~2/',
    '/r/new/1.2.0-0a1b2c3d/~3/',
  ])
})
