import { expect, test } from 'vitest'
import { readCatalogue } from '../validation/read-catalogue.ts'
import { getOptionalParameters, getParameters, getRequiredParameters } from './parameter.ts'

const rows = (await readCatalogue()).flatMap(({ rows }) => rows)

function getParametersOf(code: string) {
  const row = rows.find((candidate) => candidate.code === code)
  return row ? getParameters(row) : []
}

test('a nested list holds alternatives', () => {
  expect(getRequiredParameters({ need: ['id', ['hex', 'rgb'], 'text'] })).toEqual([
    { names: ['id'] },
    { names: ['hex', 'rgb'] },
    { names: ['text'] },
  ])
})

test('empty lists have no parameters', () => {
  expect(getRequiredParameters({ need: [] })).toEqual([])
  expect(getOptionalParameters({})).toEqual([])
})

test('a parameter has its documented bound', () => {
  expect(getParametersOf('image_brightness')).toEqual([
    { name: 'img_url', required: true },
    { name: 'brightness', required: true, bound: { min: -200, max: 200, exclusive: true } },
  ])
})

test("a variant's number is a whole number and a group's index has one choice", () => {
  expect(getParametersOf('text_effect_i').slice(0, 2)).toEqual([
    { name: 'index', required: true, choices: ['1'] },
    { name: 'type', required: true, whole: { min: 1, max: 36 } },
  ])
})

test("variants that are operations don't change the parameters", () => {
  expect(getParametersOf('lyrics')).toEqual([{ name: 'q', required: true }])
})

test('each alternative lists the others', () => {
  const oneOf = ['color', 'hex', 'rgb', 'rgba']
  expect(getParametersOf('color_to_png')).toEqual(oneOf.map((name) => ({ name, required: true, oneOf })))
})

test('optional parameters and parameters that may be empty are marked', () => {
  expect(getParametersOf('screenshot')).toEqual([
    { name: 'site', required: true },
    { name: 'fullPage', required: false, choices: ['true', 'false'] },
    { name: 'width', required: false, whole: { min: 1 } },
    { name: 'height', required: false, whole: { min: 1 } },
  ])
  expect(getParametersOf('chatGPT').map(({ mayBeEmpty }) => mayBeEmpty)).toEqual([undefined, true, true])
})
