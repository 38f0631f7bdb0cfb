import { expect, test } from 'vitest'
import { buildRequest } from '../../request/build-request.ts'
import { toFetchArguments } from '../../request/serialize-request.ts'
import { getRow } from '../../testing/get-row.ts'
import { checkImageFile, getImageParameters, withUploadedImage } from './uploaded-image.ts'

const file = (type: string, size = 10) => ({ name: 'mine', type, size })

test('the image parameters of a row are recognized', () => {
  expect(getImageParameters(getRow('image_sepia'))).toEqual(['img_url'])
  expect(getImageParameters(getRow('fancy'))).toEqual([])
})

test('an unsupported file is rejected with a reason', () => {
  expect(checkImageFile(file('image/png'))).toBeNull()
  expect(checkImageFile(file('application/pdf'))).toMatch(/“mine” isn’t a supported image.*AVIF/)
  expect(checkImageFile(file('image/svg+xml'))).not.toBeNull()
  expect(checkImageFile(file('image/jpeg', 5_000_000))).toMatch(/is 5\.0 MB.*at most 4\.2 MB/)
})

test('an uploaded image is sent as the body of a POST and its parameter says so', () => {
  const row = getRow('image_brightness')
  const request = buildRequest({ row, base: 'https://x.example/', values: row.example })
  const image = new File(['x'], 'mine.png', { type: 'image/png' })
  const withImage = withUploadedImage(request, { file: image, names: ['img_url'] })
  const [url, init] = toFetchArguments(withImage, 'k', image)
  const { searchParams } = new URL(url)
  expect([searchParams.getAll('img_url'), searchParams.get('api')]).toEqual([['upload'], 'k'])
  expect(searchParams.get('brightness')).toBe(row.example.brightness)
  expect(init).toMatchObject({ method: 'POST', headers: { 'content-type': 'image/png' }, body: image })
})
