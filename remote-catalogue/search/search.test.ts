import { expect, test } from 'vitest'
import { getEntryName } from '../model/entry.ts'
import { allEntries, buildIndexSync, findNames } from '../testing/search-index.ts'
import { explainMatch } from './explain-match.ts'
import { search } from './search.ts'

const index = buildIndexSync(allEntries)
const found = (text: string) => findNames(index, text)

/** Why the entry with this name matches. */
function reasons(text: string, name: string) {
  const answer = search(index, text)
  const entry = [...answer.positions]
    .map((place) => index.entries[place])
    .find((one) => one && getEntryName(one) === name)
  return entry && explainMatch(entry, answer)
}

test('every row and variant is found by its name', () => {
  const unfolded = allEntries.filter(({ row, variant }) => variant !== null || !row.variants)
  expect(unfolded).toHaveLength(1066)
  for (const entry of allEntries) expect(found(getEntryName(entry))).toContain(getEntryName(entry))
})

test('searching for an operation ranks its rows first', () => {
  for (const { row } of allEntries.filter(({ variant }) => variant === null)) {
    const [first] = search(index, row.code).positions
    expect(index.entries[first ?? -1]?.row.code).toBe(row.code)
  }
})

test('an exact operation ranks before names with that prefix', () => {
  expect(found('fb')[0]).toBe('Facebook video')
  expect(found('RGB')[0]).toBe('RGB text')
  expect(found('lyrics_v2')[0]).toContain('yrics')
})

test('names rank before aliases, and aliases before parameters and descriptions', () => {
  const names = found('screenshot')
  expect(names[0]).toBe('Website screenshot')
  const tiktok = found('tiktok')
  expect(tiktok.slice(0, 4).every((name) => name.startsWith('TikTok'))).toBe(true)
})

test('a match by alias is explained', () => {
  expect(found('sticker')).toContain('Animated text')
  expect(reasons('sticker', 'Animated text')).toEqual([
    { field: 'alias', text: expect.stringContaining('sticker'), replacement: null },
  ])
})

test('every typed word must be a prefix of a word', () => {
  expect(found('gold bev')[0]).toBe('Gold bevelled block')
  expect(search(index, 'old plate').hasAllWords).toBe(false)
  expect(found('ube')).toEqual([])
})

test('a match by name needs no explanation, a match by parameter does', () => {
  expect(reasons('brightness', 'Brightness')).toEqual([])
  expect(reasons('branch', 'Git repository archive')).toContainEqual({
    field: 'parameter',
    text: 'branch',
    replacement: null,
  })
})

test('a variant is found by its number and by the name of its row', () => {
  expect(found('font 381')[0]).toBe('Zen Tokyo Zoo')
  expect(found('metal carbon')[0]).toMatch(/^Carbon/)
  expect(found('rgb').length).toBeGreaterThan(381)
})

test('case, accents and letter styles make no difference', () => {
  expect(found('FACEBOOK')).toEqual(found('facebook'))
  expect(found('fáçebook')).toEqual(found('facebook'))
  expect(found('𝐟𝐚𝐜𝐞𝐛𝐨𝐨𝐤')).toEqual(found('facebook'))
})

test('typos are only tolerated if the typed words match nothing', () => {
  expect(found('facbook')[0]).toBe('Facebook video')
  expect(search(index, 'facebook').replacements.size).toBe(0)
  expect([...search(index, 'facbook').replacements]).toEqual([['facbook', ['facebook']]])
  expect(reasons('facbook', 'Facebook video')).toEqual([
    { field: 'name', text: 'Facebook video', replacement: 'facebook' },
  ])
  expect(found('instagarm')[0]).toMatch(/^Instagram/)
})

test('short words tolerate no typo, words of eight letters two', () => {
  expect(found('xyz')).toEqual([])
  expect(found('wikpidia')).toEqual(found('wikipedia'))
  expect(found('qqqqqqqq')).toEqual([])
})

test("a typo in one word doesn't affect the others", () => {
  const answer = search(index, 'glod bevelled')
  expect([...answer.replacements.keys()]).toEqual(['glod'])
  expect(found('glod bevelled')[0]).toBe('Gold bevelled block')
})

test('entries with most of the words are found if none has all', () => {
  const answer = search(index, 'make a picture black white')
  expect(answer.hasAllWords).toBe(false)
  expect(answer.replacements.size).toBe(0) // every word is somewhere
  expect(found('make a picture black white')).toContain('Grey scale')
  expect(found('video from youtube')).toContain('YouTube download')
  expect(found('phone owner')).toContain('Caller lookup')
  expect(found('gold qqqqqqqq zzzzzzzz')).toEqual([]) // less than half
})

test('an empty search returns everything in order, punctuation alone nothing', () => {
  expect(found('  ')).toEqual(allEntries.map(getEntryName))
  expect(found('?&=#')).toEqual([])
})

test.each([
  ['a very long word', 'a'.repeat(100_000)],
  ['very many words', 'a b c d e f g h i j k l m n o p '.repeat(5_000)],
  ['a pattern', '(a+)+$ [^'],
  ['names of an object', '__proto__ constructor toString'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['half a letter', '\ud835'],
  ['signs that turn the text', '\u202etxet'],
  ['a nothing', '\0'],
])('%s is a search like any other', (_, text) => {
  const { positions } = search(index, text)
  expect(positions.length).toBeLessThanOrEqual(allEntries.length)
  expect(new Set(positions).size).toBe(positions.length)
})

test("a search doesn't affect the next one", () => {
  const before = found('gold')
  found('gold plate text')
  found('xyz')
  expect(found('gold')).toEqual(before)
})

test('an empty index finds nothing', () => {
  expect(findNames(buildIndexSync([]), 'gold')).toEqual([])
  expect(findNames(buildIndexSync([]), '')).toEqual([])
})
