import type { Operation } from '@portico/shared/api/api-description.ts'
import type { Parameter } from '@portico/shared/api/parameter.ts'
import { describeRange } from '@portico/shared/api/validate-values.ts'
import { categories as summaries } from '../data/categories.build.ts'
import type { Category, Row } from '../data/schema.ts'
import { placeholderBase } from '../request/example-request.ts'
import { getOperations } from './describe-api.ts'

/** A JSON value. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
type JsonObject = { readonly [name: string]: Json }

/**
 * The catalogue as OpenAPI 3.1. All operations share one URL and differ in `code`, which OpenAPI cannot express. So `code`
 * (and the index of a template group) is part of the path, which yields the right URL for every request.
 */
export function toOpenApi(categories: readonly Category[], base = placeholderBase): JsonObject {
  const nonEmpty = categories.filter(({ rows }) => rows.length > 0)
  return {
    openapi: '3.1.0',
    info: {
      title: 'API catalogue',
      version: '1.0.0',
      description:
        'Every GET needs `code` and the key `api` besides its parameters. Responses are undocumented: their types are inferred.',
    },
    servers: [{ url: base.replace(/\/$/, '') }],
    security: [{ key: [] }],
    tags: nonEmpty.map(({ path }) => ({ name: getTitle(path), description: getSummary(path) })),
    paths: Object.fromEntries(
      nonEmpty.flatMap(({ path, rows }) => rows.flatMap((row) => toPaths(row, getTitle(path)))),
    ),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api', description: 'Your key.' } },
    },
  }
}

function toPaths(row: Row, tag: string): [path: string, item: JsonObject][] {
  return getOperations(row).map((operation) => {
    const common = toCommonParts(row, operation, tag)
    if (operation.method === 'POST') return ['/', { post: { ...common, ...toPostParts(operation) } }]
    const index = row.group?.index
    const path = `/?code=${operation.code}${index === undefined ? '' : `&index=${index}`}`
    return [path, { get: { ...common, parameters: toQueryParameters(operation, index !== undefined) } }]
  })
}

function toCommonParts(row: Row, { code, name, output }: Operation, tag: string): JsonObject {
  const sentences = [row.desc, row.paid ? 'Paid endpoint.' : '', row.note ?? '', row.privacy ?? '']
  return {
    operationId: row.group && row.group.index !== undefined ? `${code}-${row.group.index}` : code,
    summary: name,
    description: sentences.filter(Boolean).join(' '),
    tags: [tag],
    'x-aliases': row.keywords,
    'x-paid': row.paid === true,
    responses: {
      200: { description: responses[output].description, content: responses[output].content },
      default: { description: 'Errors are undocumented.' },
    },
  }
}

const anySchema: JsonObject = {}
const responses: Readonly<
  Record<Operation['output'], { readonly description: string; readonly content: JsonObject }>
> = {
  json: { description: 'Data.', content: { 'application/json': anySchema } },
  image: { description: 'An image.', content: { 'image/*': anySchema } },
  gif: { description: 'An animated image.', content: { 'image/*': anySchema } },
  file: { description: 'A file, or data with a link to one.', content: { '*/*': anySchema } },
}

function toQueryParameters(operation: Operation, isIndexInPath: boolean): JsonObject[] {
  const { parameters, isDocumented } = operation
  const single = parameters.filter(({ name, oneOf }) => !oneOf && !(isIndexInPath && name === 'index'))
  const group = parameters.filter(({ oneOf }) => oneOf)
  return [
    ...single.map((parameter) => toQueryParameter(operation, parameter)),
    ...(group.length > 0 ? [toAlternatives(operation, group)] : []),
    ...(isDocumented ? [] : [anyParameters]),
  ]
}

function toQueryParameter({ example, variants }: Operation, parameter: Parameter): JsonObject {
  const { name, required } = parameter
  const range = describeRange(parameter)
  const names = variants?.param === name ? Object.entries(variants.names) : []
  const description = [
    range === null ? '' : `Must be ${range}.`,
    names.map(([value, label]) => `${value} ${label}`).join(', '),
  ].filter(Boolean)
  return {
    name,
    in: 'query',
    required,
    ...(description.length > 0 ? { description: description.join(' ') } : {}),
    schema: toSchema(parameter),
    ...(example[name] === undefined ? {} : { example: toTypedValue(parameter, example[name]) }),
  }
}

/** Exactly one of several parameters: an object whose properties become query parameters. */
function toAlternatives({ example }: Operation, group: readonly Parameter[]): JsonObject {
  const names = group.map(({ name }) => name)
  return {
    name: names.join('_or_'),
    in: 'query',
    required: true,
    style: 'form',
    explode: true,
    description: `Exactly one of ${names.join(', ')}.`,
    schema: {
      type: 'object',
      properties: Object.fromEntries(group.map((parameter) => [parameter.name, toSchema(parameter)])),
      oneOf: names.map((name) => ({ required: [name] })),
      additionalProperties: false,
    },
    example,
  }
}

const anyParameters: JsonObject = {
  name: 'parameters',
  in: 'query',
  style: 'form',
  explode: true,
  description: 'The parameters of this operation are not documented: add what you know.',
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}

function toPostParts({ parameters, example }: Operation): JsonObject {
  return {
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['api', ...parameters.map(({ name }) => name)],
            properties: {
              api: { type: 'string', description: 'Your key.' },
              ...Object.fromEntries(parameters.map((parameter) => [parameter.name, toSchema(parameter)])),
            },
          },
          example: { api: '', ...example },
        },
      },
    },
  }
}

function toSchema({ bound, whole, choices, mayBeEmpty }: Parameter): JsonObject {
  if (bound) {
    return bound.exclusive
      ? { type: 'number', exclusiveMinimum: bound.min, exclusiveMaximum: bound.max }
      : { type: 'number', minimum: bound.min, maximum: bound.max }
  }
  if (whole)
    return { type: 'integer', minimum: whole.min, ...(whole.max === undefined ? {} : { maximum: whole.max }) }
  if (choices) return { type: 'string', enum: choices }
  return mayBeEmpty ? { type: 'string' } : { type: 'string', minLength: 1 }
}

function toTypedValue({ bound, whole }: Parameter, value: string): Json {
  return bound || whole ? Number(value) : value
}

function getTitle(path: string): string {
  return summaries.find((page) => page.path === path)?.title ?? path
}

function getSummary(path: string): string {
  return summaries.find((page) => page.path === path)?.summary ?? ''
}
