import { writeMark as mark } from '@portico/kit/site/write-mark.ts'
import { hostileContent, hostileTexts } from '@portico/kit/testing/hostile-content.ts'
import { readMetadata } from '@portico/protocol/template/metadata-template.ts'
import { compileMetadata } from '@portico/tools/build/template/compile-metadata.ts'
import { expect, test } from 'vitest'
import { testOwner } from '../../testing/fill-html.ts'
import { fillMetadata } from './fill-metadata.ts'

test('metadata keeps its form, lists every skill and leaves out what the owner doesn’t have', () => {
  const { location: _, ...site } = testOwner.site
  const [entry = { path: '' }] = readMetadata(
    compileMetadata([
      {
        path: '/a',
        head: {
          address: '/a',
          title: `“${mark('name')}”`,
          description: mark('location'),
          jsonLd: [
            { '@type': 'Person', b: [mark('skills.*'), 'more', mark('apiBase')], e: 1, f: [{ g: null }] },
          ],
        },
      },
    ]),
  )
  expect(fillMetadata(entry, { ...testOwner, site })).toEqual({
    path: '/a',
    head: {
      address: '/a',
      title: '“Sample Person”',
      jsonLd: [{ '@type': 'Person', b: ['Sampling', 'Testing', 'more'], e: 1, f: [{ g: null }] }],
    },
  })
})

test('what the content lacks is left out, and a list of it becomes all of its items', () => {
  const head = {
    address: '/a',
    jsonLd: [
      {
        '@type': 'A',
        keywords: [mark('page.projects.:name.tags.*')],
        image: mark('page.projects.:name.image.src'),
      },
    ],
  }
  const [entry = { path: '' }] = readMetadata(compileMetadata([{ path: '/a', head }]))
  const fill = (name: string) =>
    fillMetadata(entry, {
      ...testOwner,
      page: { tree: hostileContent, parameters: { name } },
    })
  const toEntry = (filled: object) => ({
    path: '/a',
    head: { address: '/a', jsonLd: [{ '@type': 'A', ...filled }] },
  })
  expect(fill('p-0')).toEqual(
    toEntry({ keywords: hostileTexts.slice(0, 3), image: '/-/content/media/a-800.webp' }),
  )
  expect(fill('p-1')).toEqual(toEntry({ keywords: [] }))
})
