import type { Operation } from '@portico/kit/api/api-description.ts'
import { describeRange, isNumeric } from '@portico/kit/api/describe-range.ts'
import type { Parameter } from '@portico/kit/api/parameter.ts'
import { categories as summaries } from '../data/categories.build.ts'
import type { Category, Row } from '../data/schema.ts'
import { placeholderBase } from '../request/example-request.ts'
import { getOperations } from './describe-api.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

/** An operation of the catalogue with its row and the name of its schema. */
export interface NamedOperation {
  readonly id: string
  readonly category: string
  readonly row: Row
  readonly operation: Operation
}

/**
 * The catalogue as OpenAPI 3.1. All operations share one URL and differ in `code`, and OpenAPI has one GET per path. So its
 * query is one of many objects, each a schema with the `code` and the parameters of an operation; in the `form` style an
 * object's properties are the query's parameters.
 */
export function toOpenApi(categories: readonly Category[], base = placeholderBase): JsonObject {
  const operations = categories.flatMap(nameOperations)
  const gets = operations.filter(({ operation }) => operation.method === 'GET')
  const [post] = operations.filter(({ operation }) => operation.method === 'POST')
  return {
    openapi: '3.1.0',
    info: {
      title: 'API catalogue',
      version: '1.0.0',
      description:
        'Call one URL with `code`, `api` and the operation’s parameters. Responses are undocumented: their types are inferred.',
    },
    servers: [{ url: base.replace(/\/$/, '') }],
    security: [{ key: [] }],
    paths: { '/': { get: toGet(gets), ...(post ? { post: toPost(post) } : {}) } },
    components: {
      schemas: Object.fromEntries(gets.map((named) => [named.id, toQuerySchema(named)])),
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api', description: 'Your key.' } },
    },
  }
}

/** The operations of a category. */
export function nameOperations({ path, rows }: Category): NamedOperation[] {
  const category = summaries.find((page) => page.path === path)?.title ?? path
  return rows.flatMap((row) => {
    const index = row.group?.index
    return getOperations(row).map((operation) => ({
      id: index === undefined ? operation.code : `${operation.code}-${index}`,
      category,
      row,
      operation,
    }))
  })
}

function toGet(operations: readonly NamedOperation[]): JsonObject {
  return {
    operationId: 'call',
    summary: 'Call an operation',
    description: 'Each schema is one operation: its `code` and its parameters.',
    parameters: [
      {
        name: 'operation',
        in: 'query',
        required: true,
        style: 'form',
        explode: true,
        schema: { oneOf: operations.map(({ id }) => ({ $ref: `#/components/schemas/${id}` })) },
        examples: Object.fromEntries(
          operations.map(({ id, operation }) => [
            id,
            { summary: operation.name, value: { code: operation.code, ...toTypedValues(operation) } },
          ]),
        ),
      },
    ],
    responses: toResponses('Data, an image or a file; see the operation.', ['application/json', '*/*']),
  }
}

/** The one POST. */
export function toPost({ id, row, category, operation }: NamedOperation): JsonObject {
  const { parameters, name, example } = operation
  return {
    operationId: id,
    summary: name,
    ...toCatalogueFields(row, category),
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['api', ...parameters.map((parameter) => parameter.name)],
            properties: {
              api: { type: 'string', description: 'Your key.' },
              ...Object.fromEntries(parameters.map((parameter) => [parameter.name, toSchema(parameter)])),
            },
          },
          example: { api: '', ...example },
        },
      },
    },
    responses: toResponses('Data.', ['application/json']),
  }
}

/** Responses of these types, and undocumented errors. */
export function toResponses(description: string, types: readonly string[]): JsonObject {
  const error = { description: 'Errors are undocumented.' }
  return {
    200: { description, content: Object.fromEntries(types.map((type) => [type, {}])) },
    '4XX': error,
    default: error,
  }
}

const returns: Readonly<Record<Operation['output'], string>> = {
  json: 'Returns data.',
  image: 'Returns an image.',
  gif: 'Returns an animated image.',
  file: 'Returns a file, or data with a link to one.',
}

function toQuerySchema({ row, category, operation }: NamedOperation): JsonObject {
  const { code, name, parameters, isDocumented } = operation
  const alternatives = parameters.filter(({ oneOf }) => oneOf).map((parameter) => parameter.name)
  const required = parameters.filter((parameter) => parameter.required && !parameter.oneOf)
  return {
    type: 'object',
    title: name,
    ...toCatalogueFields(row, category),
    properties: {
      code: { const: code },
      ...Object.fromEntries(
        parameters.map((parameter) => [parameter.name, toDescribedSchema(operation, parameter)]),
      ),
    },
    required: ['code', ...required.map((parameter) => parameter.name)],
    ...(alternatives.length > 0
      ? { oneOf: alternatives.map((name) => ({ properties: { [name]: {} }, required: [name] })) }
      : {}),
    // Undocumented parameters: add what you know.
    additionalProperties: isDocumented ? false : { type: 'string' },
  }
}

/** The description of an operation, and what only the catalogue knows. */
export function toCatalogueFields(row: Row, category: string): JsonObject {
  const sentences = [
    row.desc,
    returns[row.output],
    row.paid ? 'Paid endpoint.' : '',
    row.note ?? '',
    row.privacy ?? '',
  ]
  return {
    description: sentences.filter(Boolean).join(' '),
    'x-category': category,
    'x-aliases': row.keywords,
    'x-paid': row.paid === true,
  }
}

/** The schema of a parameter with its range and the names of its values. */
export function toDescribedSchema({ variants }: Operation, parameter: Parameter): JsonObject {
  const range = describeRange(parameter)
  const names = variants?.param === parameter.name ? Object.entries(variants.names) : []
  const description = [
    range === null ? '' : `Must be ${range}.`,
    names.map(([value, label]) => `${value} ${label}`).join(', '),
  ].filter(Boolean)
  const schema = toSchema(parameter)
  return description.length > 0 ? { ...schema, description: description.join(' ') } : schema
}

function toSchema({ bound, number, whole, choices, mayBeEmpty }: Parameter): JsonObject {
  if (bound) {
    return bound.exclusive
      ? { type: 'number', exclusiveMinimum: bound.min, exclusiveMaximum: bound.max }
      : { type: 'number', minimum: bound.min, maximum: bound.max }
  }
  if (whole)
    return { type: 'integer', minimum: whole.min, ...(whole.max === undefined ? {} : { maximum: whole.max }) }
  if (number) return { type: 'number' }
  if (choices) return { type: 'string', enum: choices }
  return mayBeEmpty ? { type: 'string' } : { type: 'string', minLength: 1 }
}

/** The example values of an operation, numbers as numbers. */
function toTypedValues({ parameters, example }: Operation): JsonObject {
  const known = parameters.filter(({ name }) => example[name] !== undefined)
  return Object.fromEntries(
    known.map((parameter) => {
      const value = example[parameter.name] ?? ''
      return [parameter.name, isNumeric(parameter) ? Number(value) : value]
    }),
  )
}
