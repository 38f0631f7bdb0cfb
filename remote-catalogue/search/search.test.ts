import { expect, test } from 'vitest'
import { getEntryName } from '../model/entry.ts'
import { allEntries, buildIndexSync, findNames } from '../testing/search-index.ts'
import { explainMatch } from './explain-match.ts'
import { search } from './search.ts'

const index = buildIndexSync(allEntries)
const find = (text: string) => findNames(index, text)

/** Why the entry with this name matches. */
function explain(text: string, name: string) {
  const match = search(index, text)
  const entry = [...match.positions]
    .map((place) => index.entries[place])
    .find((entry) => entry && getEntryName(entry) === name)
  return entry && explainMatch(entry, match)
}

/** The words that were searched for instead of typed ones. */
function getReplacements(text: string) {
  const replaced = search(index, text).terms.filter(({ replacements }) => replacements !== null)
  return Object.fromEntries(replaced.map(({ typed, replacements }) => [typed, replacements]))
}

test('every row and variant is found by its name', () => {
  const leaves = allEntries.filter(({ row, variant }) => variant !== null || !row.variants)
  expect(leaves).toHaveLength(1066)
  for (const entry of allEntries) expect(find(getEntryName(entry))).toContain(getEntryName(entry))
})

test('searching for an operation ranks its rows first', () => {
  for (const { row } of allEntries.filter(({ variant }) => variant === null)) {
    const [first] = search(index, row.code).positions
    expect(index.entries[first ?? -1]?.row.code).toBe(row.code)
  }
})

test('an exact operation ranks before names with that prefix', () => {
  expect(find('fb')[0]).toBe('Facebook video')
  expect(find('RGB')[0]).toBe('RGB text')
  expect(find('lyrics_v2')[0]).toContain('yrics')
})

test('an HTTP method ranks its rows first', () => {
  expect(find('POST')[0]).toBe('ChatGPT')
  expect(find('post request')[0]).toBe('ChatGPT')
  expect(explain('post', 'ChatGPT')).toEqual([{ field: 'property', text: 'POST request', replacement: null }])
})

test('the rows for paid users are found as such', () => {
  const paid = allEntries.filter(({ row, variant }) => row.paid && variant === null)
  expect(find('paid').sort()).toEqual(paid.map(getEntryName).sort())
})

test.each([
  ['color', 'colour'],
  ['colored smoke', 'coloured smoke'],
  ['gray', 'grey'],
  ['grayscale', 'greyscale'],
  ['solarize', 'solarise'],
  ['solarizing', 'solarising'],
  ['mountain centered', 'mountain centred'],
])('%s finds the same as %s', (american, british) => {
  expect(find(american)).not.toEqual([])
  expect(find(american)).toEqual(find(british))
})

test('what a request returns is part of the search', () => {
  expect(find('neon image')[0]).toBe('Neon glow')
  expect(explain('neon image', 'Neon glow')).toContainEqual({
    field: 'property',
    text: 'returns an image',
    replacement: null,
  })
})

test('other forms of a word and synonyms match, after the word itself', () => {
  expect(find('who is calling me')[0]).toBe('Caller lookup')
  expect(find('save instagram reel')[0]).toBe('Instagram reel')
  const names = find('picture')
  expect(names).toContain('Google image search')
  expect(names.indexOf('TikTok profile picture')).toBeLessThan(names.indexOf('Google image search'))
})

test('words that say little about the search are optional', () => {
  expect(search(index, 'make a video from youtube').hasAllWords).toBe(true)
  expect(find('make a video from youtube')[0]).toBe('YouTube download')
  expect(find('from')).toContain('Directions') // unless nothing else is typed
})

test('a row stands for its variants, unless they have their own word', () => {
  expect(find('rgb')).toEqual(['RGB text', 'Colour to PNG'])
  expect(find('colour cycle')).toEqual(['RGB text'])
  expect(find('metal carbon')[0]).toMatch(/^Carbon/)
})

test.each([
  ['you tube', 'youtube'],
  ['you tube to mp3', 'youtube to mp3'],
  ['wall paper', 'wallpaper'],
  ['wall papers', 'wallpapers'],
  ['screen shot', 'screenshot'],
  ['face book', 'facebook'],
  ['whats app', 'whatsapp'],
  ['gray scale', 'greyscale'],
])('%s finds the same as %s', (apart, together) => {
  expect(find(together)).not.toEqual([])
  expect(find(apart)).toEqual(find(together))
})

test('words that only an operation joins stay apart', () => {
  expect(find('google search')).toContain('Google image search')
})

test('what the catalogue lacks is not found', () => {
  for (const text of ['translate', 'translate english to german', 'weather forecast', 'crop photo', 'pizza'])
    expect(find(text)).toEqual([])
})

test('partial matches are those that say most of what was typed', () => {
  const { positions, hasAllWords } = search(index, 'gold balloon')
  const names = new Set([...positions].map((position) => index.entries[position]?.row.name))
  expect({ hasAllWords, names: [...names] }).toEqual({ hasAllWords: false, names: ['Glass and balloon'] })
})

test('names rank before aliases, and aliases before parameters and descriptions', () => {
  const names = find('screenshot')
  expect(names[0]).toBe('Website screenshot')
  const tiktok = find('tiktok')
  expect(tiktok.slice(0, 4).every((name) => name.startsWith('TikTok'))).toBe(true)
})

test('a match by alias is explained', () => {
  expect(find('sticker')).toContain('Animated text')
  expect(explain('sticker', 'Animated text')).toEqual([
    { field: 'alias', text: expect.stringContaining('sticker'), replacement: null },
  ])
})

test('every typed word must be a prefix of a word', () => {
  expect(find('gold bev')[0]).toBe('Gold bevelled block')
  expect(search(index, 'old plate').hasAllWords).toBe(false)
  expect(find('ube')).toEqual([])
})

test('a match by name needs no explanation, a match by parameter does', () => {
  expect(explain('brightness', 'Brightness')).toEqual([])
  expect(explain('branch', 'Git repository archive')).toContainEqual({
    field: 'parameter',
    text: 'branch',
    replacement: null,
  })
})

test('a variant is found by its number and by the name of its row', () => {
  expect(find('font 381')[0]).toBe('Zen Tokyo Zoo')
  expect(find('metal carbon')[0]).toMatch(/^Carbon/)
  expect(find('font').length).toBeGreaterThan(381)
})

test('case, accents and text styles make no difference', () => {
  expect(find('FACEBOOK')).toEqual(find('facebook'))
  expect(find('fáçebook')).toEqual(find('facebook'))
  expect(find('𝐟𝐚𝐜𝐞𝐛𝐨𝐨𝐤')).toEqual(find('facebook'))
})

test('typos are only tolerated if the typed words match nothing', () => {
  expect(find('facbook')[0]).toBe('Facebook video')
  expect(getReplacements('facebook')).toEqual({})
  expect(getReplacements('facbook')).toEqual({ facbook: ['facebook'] })
  expect(getReplacements('grayscael')).toEqual({ grayscael: ['greyscale'] })
  expect(explain('facbook', 'Facebook video')).toEqual([
    { field: 'name', text: 'Facebook video', replacement: 'facebook' },
  ])
  expect(find('instagarm')[0]).toMatch(/^Instagram/)
})

test('short words tolerate no typo, words of eight letters two', () => {
  expect(find('xyz')).toEqual([])
  expect(find('wikpidia')).toEqual(find('wikipedia'))
  expect(find('qqqqqqqq')).toEqual([])
})

test("a typo in one word doesn't affect the others", () => {
  expect(Object.keys(getReplacements('glod bevelled'))).toEqual(['glod'])
  expect(find('glod bevelled')[0]).toBe('Gold bevelled block')
})

test('entries with most of the words are found if none has all', () => {
  expect(search(index, 'phone owner').hasAllWords).toBe(false)
  expect(find('phone owner')).toContain('Caller lookup')
  expect(find('instgram story download')).toContain('Instagram media')
  expect(find('gold qqqqqqqq zzzzzzzz')).toEqual([]) // less than half
})

test('an empty search returns everything in order, punctuation alone nothing', () => {
  expect(find('  ')).toEqual(allEntries.map(getEntryName))
  expect(find('?&=#')).toEqual([])
})

test.each([
  ['a very long word', 'a'.repeat(100_000)],
  ['very many words', 'a b c d e f g h i j k l m n o p '.repeat(5_000)],
  ['a pattern', '(a+)+$ [^'],
  ['names of an object', '__proto__ constructor toString'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a lone surrogate', '\ud835'],
  ['a change of the writing direction', '\u202etxet'],
  ['a null character', '\0'],
])('%s is a valid search', (_, text) => {
  const { positions } = search(index, text)
  expect(positions.length).toBeLessThanOrEqual(allEntries.length)
  expect(new Set(positions).size).toBe(positions.length)
})

test("a search doesn't affect the next one", () => {
  const before = find('gold')
  find('gold plate text')
  find('xyz')
  expect(find('gold')).toEqual(before)
})

test('an empty index finds nothing', () => {
  expect(findNames(buildIndexSync([]), 'gold')).toEqual([])
  expect(findNames(buildIndexSync([]), '')).toEqual([])
})
