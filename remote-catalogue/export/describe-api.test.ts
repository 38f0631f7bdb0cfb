import { ApiDescriptionSchema } from '@portico/shared/api/api-description.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { describeApi } from './describe-api.ts'

const provider = describeApi(await readCatalogue())

test("the description matches the server's schema after serialization", () => {
  expect(v.parse(ApiDescriptionSchema, JSON.parse(JSON.stringify(provider)))).toEqual(provider)
})

test('every row is an operation, and every variant of an operation', () => {
  expect(provider.operations).toHaveLength(118)
  const codes = provider.operations.map(({ code }) => code)
  expect(new Set(codes).size).toBe(103)
  expect(codes).toEqual(expect.arrayContaining(['twitter_v2', 'wallpaper_v2', 'lyrics_v2']))
})

test('operations with the same code differ in the choices of their index', () => {
  const indexes = provider.operations
    .filter(({ code }) => code === 'text_effect_i')
    .map(({ parameters }) => parameters.find(({ name }) => name === 'index')?.choices)
  expect(indexes).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'].map((index) => [index]))
})

test('all Twitter operations are paid', () => {
  expect(provider.operations.filter(({ paid }) => paid).map(({ code }) => code)).toEqual([
    'twitter',
    'twitter_v2',
    'esana_latest_news',
    'chatGPT',
  ])
})
