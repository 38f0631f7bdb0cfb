import type { Operation } from '@portico/kit/api/api-description.ts'
import type { Category } from '../data/schema.ts'
import { placeholderBase } from '../request/example-request.ts'
import {
  type JsonObject,
  type NamedOperation,
  nameOperations,
  toCatalogueFields,
  toDescribedSchema,
  toPost,
  toResponses,
} from './openapi.ts'

/**
 * The catalogue as OpenAPI 3.0 for tools that import one request for each path: the `code` is in the path, where the
 * specification knows no query, but Postman, Insomnia, Bruno and the generators of most languages keep it.
 */
export function toOpenApiByPath(categories: readonly Category[], base = placeholderBase): JsonObject {
  const operations = categories.flatMap(nameOperations)
  return {
    openapi: '3.0.3',
    info: { title: 'API catalogue', version: '1.0.0' },
    servers: [{ url: base.replace(/\/$/, '') }],
    security: [{ key: [] }],
    paths: Object.fromEntries(
      operations.map((named) =>
        named.operation.method === 'POST'
          ? ['/', { post: { ...toPost(named), tags: [named.category] } }]
          : [`/?${toFixedQuery(named.operation)}`, { get: toGet(named) }],
      ),
    ),
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api' } } },
  }
}

/** The values that distinguish an operation from all others: its `code`, and of groups the only `index`. */
function toFixedQuery({ code, parameters }: Operation): string {
  const fixed = parameters.flatMap(({ name, choices }) =>
    choices?.length === 1 ? [`&${name}=${choices[0]}`] : [],
  )
  return `code=${code}${fixed.join('')}`
}

function toGet({ id, row, category, operation }: NamedOperation): JsonObject {
  const { name, parameters, example } = operation
  return {
    operationId: id,
    summary: name,
    tags: [category],
    ...toCatalogueFields(row, category),
    parameters: parameters
      .filter(({ choices }) => choices?.length !== 1)
      .map((parameter) => ({
        name: parameter.name,
        in: 'query',
        required: parameter.required && !parameter.oneOf,
        schema: {
          ...toVersion30(toDescribedSchema(operation, parameter)),
          ...toExample(example[parameter.name]),
        },
        ...toExample(example[parameter.name]),
      })),
    responses: toResponses('Data, an image or a file.', ['application/json', '*/*']),
  }
}

/** In a parameter and in its schema: each tool reads one of them. */
function toExample(example: string | undefined): JsonObject {
  return example === undefined ? {} : { example }
}

/** Exclusive bounds are flags there. */
function toVersion30({ exclusiveMinimum, exclusiveMaximum, ...schema }: JsonObject): JsonObject {
  if (exclusiveMinimum === undefined || exclusiveMaximum === undefined) return schema
  return {
    ...schema,
    minimum: exclusiveMinimum,
    exclusiveMinimum: true,
    maximum: exclusiveMaximum,
    exclusiveMaximum: true,
  }
}
