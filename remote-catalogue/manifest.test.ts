import { RemoteManifestSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'
import { remote } from './remote.ts'
import { readCatalogue } from './validation/read-catalogue.ts'

test('paths and titles match section 2 of the specification', () => {
  expect(manifest.pages.map(({ path, title }) => [path, title])).toEqual([
    ['/api', 'Api'],
    ['/api/download', 'Download'],
    ['/api/search', 'Search'],
    ['/api/text_effect_i', 'Text Effect 1'],
    ['/api/text_effect_ii', 'Text Effect 2'],
    ['/api/text_effect_iii', 'Text Effect 3'],
    ['/api/text_effect_iv', 'Text Effect 4'],
    ['/api/text_effect_v', 'Text Effect 5'],
    ['/api/fancy', 'FancyText'],
    ['/api/attp_i', 'Attp Effect 1'],
    ['/api/rgb', 'RGB Text Effect'],
    ['/api/news', 'News'],
    ['/api/imageEdit', 'Image Edit'],
    ['/api/image_frame', 'Image Frame'],
    ['/api/education', 'Education'],
    ['/api/movie', 'Movie'],
    ['/api/converter', 'Converter'],
    ['/api/games', 'Games'],
    ['/api/information', 'Information'],
  ])
})

test('every page is private, and every category has an icon, a count and a one-sentence summary', () => {
  for (const { access } of manifest.pages) expect(access).toBe('private')
  for (const { icon, count, summary } of manifest.pages.slice(1)) {
    expect(icon).toMatch(/^icon-[a-z0-9-]+$/)
    expect(count).toBeTypeOf('number')
    expect(summary).toMatch(/^[^.]+\.$/)
  }
})

test('the summary of the overview is the size of the catalogue', () => {
  expect(manifest.pages[0]?.summary).toMatch(/^\d+ categories with \d+ endpoints$/)
})

test('counts equal the number of rows', async () => {
  const catalogue = await readCatalogue()
  expect(manifest.pages.slice(1).map(({ count }) => count)).toEqual(catalogue.map(({ rows }) => rows.length))
})

test('the manifest matches its schema', () => {
  expect(v.is(RemoteManifestSchema, manifest)).toBe(true)
})

test('the remote serves exactly the paths of its manifest', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(manifest.pages.map(({ path }) => path))
})

test('loading a page twice returns the same component', async () => {
  for (const route of remote.routes) {
    const [first, second] = [await route.lazy(), await route.lazy()]
    expect(second.Component).toBe(first.Component)
  }
})
