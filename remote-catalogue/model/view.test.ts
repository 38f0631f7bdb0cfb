import { expect, test } from 'vitest'
import { isFiltered, parseView, toggleFacet, toSearchParams } from './view.ts'

const parse = (query: string) => parseView(new URLSearchParams(query))

test('a view survives the round trip through the URL', () => {
  const query = 'q=gold+plate&access=paid&output=data%2Cfile&row=attp_i.17'
  expect(toSearchParams(parse(query), new URLSearchParams()).toString()).toBe(query)
  expect(parse(query)).toEqual({
    text: 'gold plate',
    selection: new Map([
      ['access', new Set(['paid'])],
      ['output', new Set(['data', 'file'])],
    ]),
    openId: 'attp_i.17',
  })
})

test('a URL without parameters is the unfiltered list', () => {
  expect(isFiltered(parse(''))).toBe(false)
  expect(isFiltered(parse('q=%20&row=apk'))).toBe(false)
  expect(parse('row=').openId).toBeNull()
})

test.each(['output=video', 'method=get', 'method=', 'output=__proto__', 'access=paid%00'])(
  'the query %s selects nothing',
  (query) => {
    expect(parse(query).selection.size).toBe(0)
  },
)

test('unknown URL parameters are kept', () => {
  expect(toSearchParams(parse('q=a'), new URLSearchParams('q=b&ref=mail')).toString()).toBe('q=a&ref=mail')
})

test('the values of a request belong to the entry that is open', () => {
  const query = 'row=fancy&value.text=Hi&value.font=5'
  const write = (openId: string | null) =>
    toSearchParams({ ...parse(query), openId }, new URLSearchParams(query)).toString()
  expect(write('fancy')).toBe(query)
  expect(write('rgb')).toBe('row=rgb')
  expect(write(null)).toBe('')
})

test('a facet value can be selected and cleared', () => {
  const once = toggleFacet(new Map(), 'output', 'data')
  expect(once).toEqual(new Map([['output', new Set(['data'])]]))
  expect(toggleFacet(once, 'output', 'data')).toEqual(new Map())
})
