import { expect, test } from 'vitest'
import { apiKeyPlaceholder, createExampleRequest, placeholderBase } from '../request/example-request.ts'
import { toUrl } from '../request/serialize-request.ts'
import { getRow } from '../testing/get-row.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { postmanSchema, toPostman } from './postman.ts'

const categories = await readCatalogue()
const collection = toPostman(categories)
const items = collection.item.flatMap(({ item }) => item)

test('the collection names its schema and contains no key', () => {
  expect(collection.info.schema).toBe(postmanSchema)
  expect(collection.variable).toEqual([
    { key: 'base', value: placeholderBase },
    { key: 'api', value: '' },
  ])
})

test('there is a folder for each category with rows', () => {
  expect(collection.item.map(({ name, item }) => [name, item.length > 0])).toHaveLength(16)
  expect(items).toHaveLength(118)
})

test('with its variables filled in, a URL equals the example on the page', () => {
  const urls = items.map(({ request }) =>
    request.url.raw.replace('{{base}}', placeholderBase).replace('{{api}}', apiKeyPlaceholder),
  )
  for (const row of categories.flatMap(({ rows }) => rows))
    expect(urls, row.name).toContain(toUrl(createExampleRequest(row, placeholderBase)))
})

test('parameters that the example omits are included but disabled', () => {
  const [colour] = items.filter(({ name }) => name === 'Colour to PNG')
  expect(colour?.request.url).toMatchObject({
    query: [
      { key: 'code' },
      { key: 'api' },
      { key: 'color', value: 'dodgerblue', disabled: true },
      { key: 'hex', value: '#1e90ff' },
      { key: 'rgb', disabled: true },
      { key: 'rgba', disabled: true },
    ],
  })
})

test('values arrive as they are: what Postman neither escapes nor leaves as text is escaped', () => {
  const [lookup] = items.filter(({ name }) => name === 'Caller lookup')
  expect(lookup?.request.url).toMatchObject({ query: [{}, {}, { key: 'number', value: '%2B12025550143' }] })
  const row = { ...getRow('googleSearch'), example: { q: '+100% {{api}} &=#' } }
  const [folder] = toPostman(categories.map((category) => ({ ...category, rows: [row] }))).item
  expect(folder?.item[0]?.request.url).toMatchObject({
    query: [{}, {}, { value: '%2B100%25 %7B%7Bapi}} &=#' }],
  })
})
