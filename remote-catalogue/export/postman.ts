import type { Operation } from '@portico/kit/api/api-description.ts'
import { categories as summaries } from '../data/categories.build.ts'
import type { Category, Row } from '../data/schema.ts'
import { placeholderBase } from '../request/example-request.ts'
import { getOperations } from './describe-api.ts'

/** URL of Postman's collection schema. */
export const postmanSchema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** The example requests as a Postman collection, a folder for each category. The key is a variable, and empty. */
export function toPostman(categories: readonly Category[], base = placeholderBase) {
  return {
    info: { name: 'API catalogue', schema: postmanSchema },
    variable: [
      { key: 'base', value: base },
      { key: 'api', value: '' },
    ],
    item: categories
      .filter(({ rows }) => rows.length > 0)
      .map(({ path, rows }) => ({
        name: summaries.find((page) => page.path === path)?.title ?? path,
        item: rows.flatMap((row) => getOperations(row).map((operation) => toItem(row, operation))),
      })),
  }
}

function toItem(row: Row, operation: Operation) {
  const request = operation.method === 'POST' ? toPostRequest(operation) : toGetRequest(row, operation)
  return { name: operation.name, request: { description: row.desc, ...request } }
}

function toPostRequest({ example }: Operation) {
  return {
    method: 'POST',
    header: [{ key: 'Content-Type', value: 'application/json' }],
    url: { raw: '{{base}}', host: ['{{base}}'] },
    body: {
      mode: 'raw',
      raw: JSON.stringify({ api: '{{api}}', ...example }, null, 2),
      options: { raw: { language: 'json' } },
    },
  }
}

function toGetRequest(row: Row, { code, parameters, example }: Operation) {
  const parameterItems = parameters.map(({ name }) => ({
    key: name,
    value: escapeValue(example[name] ?? row.alternatives?.[name] ?? ''),
    // An alternative that the example omits is included but disabled.
    ...(example[name] === undefined ? { disabled: true } : {}),
  }))
  const query = [{ key: 'code', value: code }, { key: 'api', value: '{{api}}' }, ...parameterItems]
  const values = Object.entries(example).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
  const raw = `{{base}}?code=${code}&api={{api}}${values.join('')}`
  return { method: 'GET', header: [], url: { raw, host: ['{{base}}'], query } }
}

/** Escapes what Postman sends as it is, although it has a meaning in a query, or would replace as a variable. */
function escapeValue(value: string): string {
  return value.replaceAll(/[%+{]/g, encodeURIComponent)
}
