import { expect, test, vi } from 'vitest'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { getReleaseFileUrl, replaceBase } from './download.ts'
import { toOpenApi } from './openapi.ts'
import { toOpenApiByPath } from './openapi-by-path.ts'
import { toPostman } from './postman.ts'

const categories = await readCatalogue()

test.each(['https://api.example/v1/', 'http://127.0.0.1:3000/-/sandbox/', 'https://x.example/?a="$&"'])(
  'an export whose base URL is replaced by %s equals an export created for it',
  (base) => {
    for (const create of [toOpenApi, toOpenApiByPath, toPostman])
      expect(JSON.parse(replaceBase(JSON.stringify(create(categories)), base))).toEqual(
        create(categories, base),
      )
  },
)

test('a release file is resolved next to the scripts', () => {
  vi.stubGlobal('__webpack_public_path__', '/r/catalogue/1.0.0-0a1b2c3d/~2/')
  expect(getReleaseFileUrl('openapi.json')).toBe('/r/catalogue/1.0.0-0a1b2c3d/~2/openapi.json')
  vi.unstubAllGlobals()
})
