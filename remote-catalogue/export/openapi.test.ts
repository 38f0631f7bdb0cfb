import { validate } from '@readme/openapi-parser'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { toOpenApi } from './openapi.ts'

const OperationSchema = v.object({
  operationId: v.string(),
  parameters: v.optional(
    v.array(v.object({ name: v.string(), required: v.optional(v.boolean()), schema: v.looseObject({}) })),
  ),
})
const DocumentSchema = v.object({
  servers: v.array(v.object({ url: v.string() })),
  paths: v.record(
    v.string(),
    v.object({ get: v.optional(OperationSchema), post: v.optional(OperationSchema) }),
  ),
})

const categories = await readCatalogue()
const text = JSON.stringify(toOpenApi(categories))
const document = v.parse(DocumentSchema, JSON.parse(text))

function getQueryParameters(path: string) {
  return document.paths[path]?.get?.parameters ?? []
}

test('an independent validator accepts the document', async () => {
  const result = await validate(JSON.parse(text))
  expect(result).toMatchObject({ valid: true, warnings: [] })
})

test('every row and every operation variant has its own operationId', () => {
  const operations = Object.values(document.paths).flatMap(({ get, post }) => [get, post].filter(Boolean))
  const ids = operations.map((operation) => operation?.operationId)
  expect(ids).toHaveLength(118)
  expect(new Set(ids).size).toBe(118)
})

test('a path contains code and index', () => {
  const row = document.paths['/?code=text_effect_iii&index=2']?.get
  expect(row?.operationId).toBe('text_effect_iii-2')
  expect(row?.parameters?.map(({ name }) => name)).toEqual(['type', 'text_1', 'text_2'])
})

test('bounds are exclusive where the specification says so', () => {
  const schemas = (path: string) => getQueryParameters(path).map(({ name, schema }) => [name, schema])
  expect(schemas('/?code=image_brightness')).toContainEqual([
    'brightness',
    { type: 'number', exclusiveMinimum: -200, exclusiveMaximum: 200 },
  ])
  expect(schemas('/?code=image_hue')).toContainEqual(['hue', { type: 'number', minimum: -180, maximum: 180 }])
})

test('exactly one of the four colour parameters is required', () => {
  expect(getQueryParameters('/?code=color_to_png')).toMatchObject([
    {
      name: 'color_or_hex_or_rgb_or_rgba',
      required: true,
      schema: { oneOf: [{ required: ['color'] }, {}, {}, {}] },
    },
  ])
})

test('undocumented operations accept any parameters', () => {
  expect(getQueryParameters('/?code=proxy_list')).toMatchObject([
    { name: 'parameters', schema: { type: 'object' } },
  ])
})

test('the POST has its key and parameters in the body', () => {
  expect(document.paths['/']?.post?.operationId).toBe('chatGPT')
})

test("the server URL is the API's", () => {
  expect(toOpenApi(categories, 'https://api.example/v1/').servers).toEqual([
    { url: 'https://api.example/v1' },
  ])
})
