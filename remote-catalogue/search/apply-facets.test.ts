import { expect, test } from 'vitest'
import { nameOf } from '../model/entry.ts'
import { type Choice, type FacetName, facetNames, facetValues } from '../model/facet-values.ts'
import { allEntries } from '../testing/search-index.ts'
import { countKey, masksOf, narrow } from './apply-facets.ts'
import { facets } from './facets.ts'
import { inSlices } from './time-slicing.ts'

const rows = allEntries.filter(({ variant }) => variant === null)
const masks = await inSlices(masksOf(rows))
const all = Uint32Array.from(rows, (_, place) => place)

function choose(...chosen: [FacetName, ...string[]][]): Choice {
  return new Map(chosen.map(([name, ...values]) => [name, new Set(values)]))
}
function named(choice: Choice): string[] {
  return [...narrow(all, masks, choice).places].flatMap((place) => rows[place]?.row.name ?? [])
}

test('without a choice everything is left', () => {
  expect(named(choose())).toEqual(rows.map(nameOf))
})

test('three rows are for paid users only, one is a POST', () => {
  expect(named(choose(['access', 'paid']))).toHaveLength(3)
  expect(named(choose(['method', 'POST']))).toEqual(['ChatGPT'])
})

test('values of one facet widen, facets narrow', () => {
  const moving = named(choose(['output', 'moving'])).length
  const pictures = named(choose(['output', 'picture'])).length
  expect(named(choose(['output', 'moving', 'picture']))).toHaveLength(moving + pictures)
  expect(named(choose(['access', 'paid'], ['method', 'POST']))).toEqual(['ChatGPT'])
  expect(named(choose(['access', 'any'], ['method', 'POST']))).toEqual([])
})

test('what is not documented is not called without parameters', () => {
  expect(named(choose(['needs', 'none']))).toEqual(['WhatsApp builds'])
})

test('a count says what choosing this value would leave', () => {
  const choice = choose(['access', 'paid'], ['output', 'data'])
  const { counts } = narrow(all, masks, choice)
  for (const { name, values } of facets) {
    for (const { value } of values) {
      const other = new Map([...choice, [name, new Set([value])]] as const)
      expect(counts.get(countKey(name, value))).toBe(named(other).length)
    }
  }
})

test('the order of what was found stays', () => {
  const reversed = all.slice().reverse()
  expect([...narrow(reversed, masks, choose(['access', 'paid'])).places]).toEqual(
    [...narrow(all, masks, choose(['access', 'paid'])).places].reverse(),
  )
})

test('an address knows the facets and their values', () => {
  expect(facets.map(({ name }) => name)).toEqual([...facetNames])
  for (const { name, values } of facets) {
    expect(values.map(({ value }) => value)).toEqual([...facetValues[name]])
  }
})
