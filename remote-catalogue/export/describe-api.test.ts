import { ApiDescriptionSchema } from '@portico/kit/api/api-description.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { describeApi } from './describe-api.ts'

const description = describeApi(await readCatalogue())

test("the description matches the server's schema after serialization", () => {
  expect(v.parse(ApiDescriptionSchema, JSON.parse(JSON.stringify(description)))).toEqual(description)
})

test('every row is an operation, and so is every variant that is one', () => {
  expect(description.operations).toHaveLength(118)
  const codes = description.operations.map(({ code }) => code)
  expect(new Set(codes).size).toBe(103)
  expect(codes).toEqual(expect.arrayContaining(['twitter_v2', 'wallpaper_v2', 'lyrics_v2']))
})

test('operations with the same code differ in the choices of their index', () => {
  const indexes = description.operations
    .filter(({ code }) => code === 'text_effect_i')
    .map(({ parameters }) => parameters.find(({ name }) => name === 'index')?.choices)
  expect(indexes).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'].map((index) => [index]))
})

test('all Twitter operations are paid', () => {
  expect(description.operations.filter(({ paid }) => paid).map(({ code }) => code)).toEqual([
    'twitter',
    'twitter_v2',
    'esana_latest_news',
    'chatGPT',
  ])
})
