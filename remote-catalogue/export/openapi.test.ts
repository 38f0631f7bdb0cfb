import { validate } from '@readme/openapi-parser'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { toOpenApi } from './openapi.ts'

const QuerySchema = v.object({
  title: v.string(),
  properties: v.record(
    v.string(),
    v.looseObject({ const: v.optional(v.string()), enum: v.optional(v.array(v.unknown())) }),
  ),
  required: v.array(v.string()),
  oneOf: v.optional(v.array(v.looseObject({ required: v.array(v.string()) }))),
  additionalProperties: v.unknown(),
})
const OperationSchema = v.object({ operationId: v.string() })
const ExamplesSchema = v.record(v.string(), v.object({ value: v.record(v.string(), v.unknown()) }))
const DocumentSchema = v.object({
  servers: v.array(v.object({ url: v.string() })),
  paths: v.record(
    v.string(),
    v.object({
      get: v.object({
        ...OperationSchema.entries,
        parameters: v.tuple([
          v.object({
            style: v.literal('form'),
            explode: v.literal(true),
            schema: v.object({ oneOf: v.array(v.object({ $ref: v.string() })) }),
            examples: ExamplesSchema,
          }),
        ]),
      }),
      post: OperationSchema,
    }),
  ),
  components: v.object({ schemas: v.record(v.string(), QuerySchema) }),
})

const categories = await readCatalogue()
const text = JSON.stringify(toOpenApi(categories))
const document = v.parse(DocumentSchema, JSON.parse(text))
const { schemas } = document.components

test('an independent validator accepts the document', async () => {
  const result = await validate(JSON.parse(text))
  expect(result).toMatchObject({ valid: true, warnings: [] })
})

test('there is one path without a query, because a query in a path is invalid', () => {
  expect(Object.keys(document.paths)).toEqual(['/'])
})

test('every row and every operation variant has its own schema', () => {
  expect(Object.keys(schemas)).toHaveLength(117)
  const [parameter] = document.paths['/']?.get.parameters ?? []
  expect(parameter?.schema.oneOf.map(({ $ref }) => $ref.replace('#/components/schemas/', ''))).toEqual(
    Object.keys(schemas),
  )
  expect(document.paths['/']?.post.operationId).toBe('chatGPT')
})

test('every example matches the schema of its own operation and no other', () => {
  const examples = document.paths['/']?.get.parameters[0].examples ?? {}
  expect(Object.keys(examples)).toEqual(Object.keys(schemas))
  for (const [id, { value }] of Object.entries(examples)) {
    const matches = Object.keys(schemas).filter((other) => matchesSchema(value, schemas[other]))
    expect(matches, id).toEqual([id])
  }
})

/** Whether the query has the fixed values of a schema, and its parameters. */
function matchesSchema(
  query: Readonly<Record<string, unknown>>,
  schema: (typeof schemas)[string] | undefined,
) {
  if (schema === undefined) return false
  const { properties, required, additionalProperties } = schema
  const isFixed = (name: string) => {
    const { const: fixed, enum: choices } = properties[name] ?? {}
    if (fixed !== undefined) return fixed === query[name]
    return choices === undefined || choices.includes(query[name])
  }
  const names = Object.keys(query)
  return (
    required.every((name) => names.includes(name)) &&
    names.every((name) => (name in properties ? isFixed(name) : additionalProperties !== false))
  )
}

test('groups with the same code differ in index', () => {
  expect(schemas['text_effect_iii-2']?.properties).toMatchObject({
    code: { const: 'text_effect_iii' },
    index: { enum: ['2'] },
    type: { type: 'integer' },
  })
})

test('bounds are exclusive where the specification says so', () => {
  expect(schemas.image_brightness?.properties.brightness).toMatchObject({
    type: 'number',
    exclusiveMinimum: -200,
    exclusiveMaximum: 200,
  })
  expect(schemas.image_hue?.properties.hue).toMatchObject({ type: 'number', minimum: -180, maximum: 180 })
})

test('values without a documented bound are still numbers', () => {
  const anyNumber = { type: 'number', description: 'Must be a number.' }
  expect(schemas.image_gamma?.properties.gamma).toEqual(anyNumber)
  expect(schemas.image_color_filter?.properties.opacity).toEqual(anyNumber)
})

test('exactly one of the four colour parameters is required', () => {
  const { required, oneOf } = schemas.color_to_png ?? {}
  expect(required).toEqual(['code'])
  expect(oneOf?.map((alternative) => alternative.required)).toEqual([['color'], ['hex'], ['rgb'], ['rgba']])
})

test('only undocumented operations accept any parameters', () => {
  expect(schemas.proxy_list?.additionalProperties).toEqual({ type: 'string' })
  expect(schemas.apk?.additionalProperties).toBe(false)
})

test("the server URL is the API's", () => {
  expect(toOpenApi(categories, 'https://api.example/v1/').servers).toEqual([
    { url: 'https://api.example/v1' },
  ])
})
