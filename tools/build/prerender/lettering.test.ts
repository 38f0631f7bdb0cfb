import { expect, test } from 'vitest'
import { openLettering } from './lettering.ts'

const bold = openLettering(800)

test('a line is as wide as its letters, and grows with their size', () => {
  const small = bold.line('Ada', 10)
  expect(small.width).toBeGreaterThan(10)
  expect(bold.line('Ada', 20).width).toBeCloseTo(small.width * 2)
  expect(bold.line('Ada', 10).shape).toBe(small.shape)
  expect(bold.line('Ada Ada', 10).width).toBeGreaterThan(small.width * 2)
})

test('lines break between words, and a word that is too wide stays whole', () => {
  const { width } = bold.line('one two', 10)
  expect(bold.lines('one two three', 10, width)).toEqual([bold.line('one two', 10), bold.line('three', 10)])
  expect(bold.lines('uncommonly long', 10, 5)).toHaveLength(2)
})

test('letters of central Europe are drawn, those that the font lacks are left out', () => {
  expect(bold.line('Ő', 10).width).toBeGreaterThan(0)
  expect(bold.line('李', 10)).toEqual({ shape: '', width: 0 })
})
