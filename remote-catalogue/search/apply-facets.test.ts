import { runInSlices } from '@portico/kit/yield-to-main.ts'
import { expect, test } from 'vitest'
import { getEntryName } from '../model/entry.ts'
import { type FacetName, type FacetSelection, facetNames, facetValues } from '../model/facet-values.ts'
import { allEntries } from '../testing/search-index.ts'
import { applyFacets, buildMasks, getCountKey } from './apply-facets.ts'
import { facets } from './facets.ts'

const rows = allEntries.filter(({ variant }) => variant === null)
const masks = await runInSlices(buildMasks(rows))
const all = Uint32Array.from(rows, (_, place) => place)

function select(...values: [FacetName, ...string[]][]): FacetSelection {
  return new Map(values.map(([name, ...values]) => [name, new Set(values)]))
}
function getNames(choice: FacetSelection): string[] {
  return [...applyFacets(all, masks, choice).positions].flatMap((place) => rows[place]?.row.name ?? [])
}

test('without selected facets every entry remains', () => {
  expect(getNames(select())).toEqual(rows.map(getEntryName))
})

test('three rows are paid, one is a POST', () => {
  expect(getNames(select(['access', 'paid']))).toHaveLength(3)
  expect(getNames(select(['method', 'POST']))).toEqual(['ChatGPT'])
})

test('values of one facet are combined with OR, facets with AND', () => {
  const animated = getNames(select(['output', 'animated-image'])).length
  const images = getNames(select(['output', 'image'])).length
  expect(getNames(select(['output', 'animated-image', 'image']))).toHaveLength(animated + images)
  expect(getNames(select(['access', 'paid'], ['method', 'POST']))).toEqual(['ChatGPT'])
  expect(getNames(select(['access', 'any'], ['method', 'POST']))).toEqual([])
})

test("undocumented operations don't count as having no parameters", () => {
  expect(getNames(select(['needs', 'none']))).toEqual(['WhatsApp builds'])
})

test('a count is the number of results with that value selected', () => {
  const choice = select(['access', 'paid'], ['output', 'data'])
  const { counts } = applyFacets(all, masks, choice)
  for (const { name, values } of facets) {
    for (const { value } of values) {
      const other = new Map([...choice, [name, new Set([value])]] as const)
      expect(counts.get(getCountKey(name, value))).toBe(getNames(other).length)
    }
  }
})

test('filtering keeps the order', () => {
  const reversed = all.slice().reverse()
  expect([...applyFacets(reversed, masks, select(['access', 'paid'])).positions]).toEqual(
    [...applyFacets(all, masks, select(['access', 'paid'])).positions].reverse(),
  )
})

test('the URL supports every facet and value', () => {
  expect(facets.map(({ name }) => name)).toEqual([...facetNames])
  for (const { name, values } of facets) {
    expect(values.map(({ value }) => value)).toEqual([...facetValues[name]])
  }
})
