import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { removeRelease } from './stable-chunks-plugin.ts'

const createChunk = (release: string) =>
  `"use strict";(globalThis.${release}_chunks||=[]).push([["page"],{1:()=>"code"}]);`

function replace(code: string, release: string): string {
  const { start, end, text } = removeRelease(code, release)
  return code.slice(0, start) + text + code.slice(end)
}

test('a chunk has the same bytes in two releases', () => {
  const chunks = ['portico_one_1_0_0_11111111', 'portico_one_1_0_1_22222222'].map((release) =>
    replace(createChunk(release), release),
  )
  expect(chunks[0]).toBe(chunks[1])
})

test('a chunk belongs to the release whose loader requested it', () => {
  const code = replace(createChunk('portico_one_1_0_0_11111111'), 'portico_one_1_0_0_11111111')
  const page = { document: { currentScript: { dataset: { rspack: 'portico_one_1_0_1_22222222:page' } } } }
  runInNewContext(code, page)
  expect(page).toMatchObject({ portico_one_1_0_1_22222222_chunks: [[['page'], expect.anything()]] })
  expect(page).not.toHaveProperty('portico_one_1_0_0_11111111_chunks')
})

test.each(['(self.chunks=self.chunks||[]).push([])', `${createChunk('one')};console.log("one")`])(
  'a chunk that names its release in another way does not build: %s',
  (code) => {
    expect(() => removeRelease(code, 'one')).toThrow('names its release nowhere else')
  },
)
