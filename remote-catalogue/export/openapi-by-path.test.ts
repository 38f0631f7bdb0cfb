import { validate } from '@readme/openapi-parser'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { describeApi } from './describe-api.ts'
import { exportFormats } from './export-formats.ts'
import { toOpenApiByPath } from './openapi-by-path.ts'

const ParameterSchema = v.looseObject({ name: v.string(), required: v.boolean(), schema: v.looseObject({}) })
const DocumentSchema = v.object({
  openapi: v.literal('3.0.3'),
  paths: v.record(
    v.string(),
    v.union([
      v.object({ get: v.object({ operationId: v.string(), parameters: v.array(ParameterSchema) }) }),
      v.object({ post: v.object({ operationId: v.literal('chatGPT') }) }),
    ]),
  ),
})

const categories = await readCatalogue()
const { operations } = describeApi(categories)
const text = JSON.stringify(toOpenApiByPath(categories))
const { paths } = v.parse(DocumentSchema, JSON.parse(text))

/** The parameters of a GET, by name. */
function getParameters(path: string) {
  const item = paths[path]
  const parameters = item && 'get' in item ? item.get.parameters : []
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]))
}

test('an independent validator accepts the document', async () => {
  expect(await validate(JSON.parse(text))).toMatchObject({ valid: true, warnings: [] })
})

test('every operation has its own path, and the page says how many requests tools import', () => {
  expect(Object.keys(paths)).toHaveLength(operations.length)
  const counts = exportFormats.flatMap(({ hint }) => /\d+(?= requests)/.exec(hint) ?? [])
  expect(counts).toEqual([String(operations.length), String(operations.length)])
})

test('with its path and the examples of its parameters a request has the values of its operation', () => {
  const queries = Object.keys(paths).map((path) => ({
    ...Object.fromEntries(new URLSearchParams(path.slice(2))),
    ...Object.fromEntries(
      Object.values(getParameters(path)).flatMap(({ name, schema: { example } }) =>
        example === undefined ? [] : [[name, example]],
      ),
    ),
  }))
  for (const { code, example, method } of operations)
    expect(queries).toContainEqual(method === 'GET' ? { code, ...example } : {})
})

test('bounds are written as OpenAPI 3.0 does', () => {
  expect(getParameters('/?code=image_brightness').brightness?.schema).toMatchObject({
    minimum: -200,
    exclusiveMinimum: true,
    maximum: 200,
    exclusiveMaximum: true,
  })
})
