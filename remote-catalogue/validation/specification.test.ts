import { expect, test } from 'vitest'
import { getOptionalParameters, getRequiredParameters } from '../model/parameter.ts'
import { readCatalogue } from './read-catalogue.ts'

const catalogue = await readCatalogue()
const rows = catalogue.flatMap(({ path, rows }) => rows.map((row) => ({ ...row, path })))

/** Section 7 of the specification. "variants" there name one operation here; `-` marks parameters not shown. */
const operations: Readonly<Record<string, readonly string[]>> = {
  '/api/download': [
    'apk: pkg',
    'apkdownlod_v2: url',
    'fb: url',
    'instagram: url',
    'instareel: url',
    'instapost: url',
    'mediafire: url',
    'tiktok: url',
    'ytdl: url',
    'twitter: url',
    'zippyshare: url',
    'git_clone: username, repo, branch',
    'tiktok_pp: username',
    'tiktok_user: username',
    'tiktok_user_videos: username',
    'sound_cloud_search: q',
    'spotify_search: q',
    'sound_cloud_to_yt: song_id',
    'spotify_to_yt: -',
    'sfilemobi: url',
    'sfilemobiSearch: q',
    'super_hero: q',
  ],
  '/api/search': [
    'playstore: q',
    'searchappInfo_v2: q',
    'googleSearch: q',
    'googleImage: q',
    'pinterest: q',
    'wallpaper: q',
    'unsplash_wallpaper: q',
    'lyrics: q',
    'ytsearch: q',
    'google_reverse_image: image_url',
    'google_direction: from, to',
    'wikipedia: q, lang',
    'truecaller: number',
    'ytplaylist: url',
    'found_wa_mod: ',
  ],
  '/api/text_effect_i': ['text_effect_i: index, type, text'],
  '/api/text_effect_ii': ['text_effect_ii: index, type, text'],
  '/api/text_effect_iii': ['text_effect_iii: index, type, text_1, text_2'],
  '/api/text_effect_iv': ['text_effect_iv: type, text'],
  '/api/text_effect_v': ['text_effect_v: type, text_1, text_2'],
  '/api/fancy': ['fancy: font, text'],
  '/api/attp_i': ['attp_i: type, text'],
  '/api/rgb': ['rgb: font, text'],
  '/api/news': [
    'esana_news: news_id',
    'esana_news_comments: news_id',
    'esana_news_list: -',
    'esana_latest_news_id: -',
    'esana_latest_news: -',
  ],
  '/api/imageEdit': [
    'image_color_filter: color, opacity, img_url',
    'image_brightness: img_url, brightness',
    'image_opacity: img_url, opacity',
    'image_gamma: img_url, gamma',
    'image_gray_scale: img_url',
    'image_invert: img_url',
    'image_sepia: img_url',
    'image_solarize: img_url',
    'image_rescale: img_url, scale',
    'image_hue: img_url, hue',
    'image_sat: img_url, sat',
    'image_HSL: img_url, hue, sat, lightness',
  ],
  '/api/education': ['chatGPT: text, main_id, last_id'],
  '/api/movie': [],
  '/api/converter': ['color_to_png: color|hex|rgb|rgba', 'screenshot: site [fullPage, width, height]'],
  '/api/games': [],
  '/api/information': [
    'calling_code: call_code',
    'ipinfo: ip',
    'validate_phone_number: number, country',
    'proxy_list: -',
  ],
}

test.each(Object.entries(operations))(
  '%s has exactly the operations and parameters of section 7',
  (path, expected) => {
    const found = rows.filter((row) => row.path === path).map(inWords)
    expect([...new Set(found)].sort()).toEqual(expected.toSorted())
  },
)

test('frames take one photo, two photos or the Ben 10 numbers', () => {
  const frames = rows.filter(({ path }) => path === '/api/image_frame')
  const needs = new Set(frames.map(({ need }) => need.join()))
  expect(needs).toEqual(new Set(['img_url', 'img_url_1,img_url_2', 'id,b_id']))
  expect(frames.filter(({ need }) => need.join() === 'id,b_id').map(({ name }) => name)).toEqual([
    'Ben 10 frame',
  ])
})

test('no other category has rows', () => {
  const known = new Set([...Object.keys(operations), '/api/image_frame'])
  expect(catalogue.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([])
  expect(catalogue).toHaveLength(18)
})

test('ChatGPT is the only POST', () => {
  expect(rows.filter(({ get }) => get !== 'GET').map(({ name, get }) => [name, get])).toEqual([
    ['ChatGPT', 'POST'],
  ])
})

test('ChatGPT, Twitter download and the latest news with full details are the only paid rows', () => {
  expect(rows.filter(({ paid }) => paid).map(({ code }) => code)).toEqual([
    'twitter',
    'esana_latest_news',
    'chatGPT',
  ])
})

test('every row is active', () => {
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['Active']))
})

test('the bounds are those of section 5, each at its own operations', () => {
  const bounds = rows.flatMap(({ code, bounds = {} }) =>
    Object.entries(bounds).map(([name, { min, max, exclusive }]) => [code, name, min, max, exclusive]),
  )
  expect(bounds).toEqual([
    ['image_brightness', 'brightness', -200, 200, true],
    ['image_opacity', 'opacity', 0, 255, true],
    ['image_rescale', 'scale', 0, 5, true],
    ['image_hue', 'hue', -180, 180, false],
    ['image_sat', 'sat', -100, 100, false],
    ['image_HSL', 'hue', -180, 180, false],
    ['image_HSL', 'sat', -100, 100, false],
    ['image_HSL', 'lightness', -100, 100, false],
  ])
})

test('20 template groups have from 2 to 92 variants, one of them 24 and another 48', () => {
  const groups = rows.filter(({ group }) => group)
  const sizes = groups.map(({ variants }) => variants?.items.length ?? 0)
  expect(groups).toHaveLength(20)
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([2, 92])
  expect(sizes.filter((size) => size === 24)).toHaveLength(1)
  expect(sizes.filter((size) => size === 48)).toHaveLength(1)
})

test('a group takes one or two texts, according to its flag', () => {
  for (const { group, need } of rows) {
    if (group) expect(need.join().endsWith(group.single ? ',text' : ',text_1,text_2')).toBe(true)
  }
})

test('the sets have the sizes of section 9', () => {
  const size = (code: string) => rows.find((row) => row.code === code)?.variants?.items.length
  expect(size('ben10_frame')).toBe(13)
  expect(size('fancy')).toBe(40)
  expect(size('attp_i')).toBeGreaterThan(100)
  expect(size('rgb')).toBeGreaterThan(300)
})

test('the example of the screenshot is 412 by 914', () => {
  const example = rows.find(({ code }) => code === 'screenshot')?.example
  expect([example?.width, example?.height]).toEqual(['412', '914'])
})

test('rows and variants add up to 1,066', () => {
  expect(rows.reduce((sum, { variants }) => sum + (variants?.items.length ?? 1), 0)).toBe(1066)
})

function inWords(row: (typeof rows)[number]): string {
  const needs = getRequiredParameters(row).map(({ names }) => names.join('|'))
  const options = getOptionalParameters(row)
  const parameters = row.needUnknown ? '-' : needs.join(', ')
  return `${row.code}: ${parameters}${options.length > 0 ? ` [${options.join(', ')}]` : ''}`
}
