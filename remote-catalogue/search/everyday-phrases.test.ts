import { expect, test } from 'vitest'
import { getEntryName } from '../model/entry.ts'
import { allEntries, buildIndexSync } from '../testing/search-index.ts'
import { search } from './search.ts'

// What someone who has never seen the catalogue types, and the rows that should be among the first three results: any of
// them will do, and so will a variant of one. Written before the ranking was changed for them. Change an entry only when
// the catalogue changes: a list that follows the results proves nothing.
const phrases: readonly (readonly [phrase: string, ...rows: string[]])[] = [
  // What one wants to do
  ['download tiktok video', 'TikTok video'],
  ['save instagram reel', 'Instagram reel'],
  ['convert youtube to mp3', 'YouTube download'],
  ['fb video downloader', 'Facebook video'],
  ['make photo grey', 'Grey scale'],
  ['turn picture black and white', 'Grey scale'],
  ['brighten a dark photo', 'Brightness'],
  ['make image bigger', 'Rescale'],
  ['write in the sand', 'Sand and beach'],
  ['find similar image', 'Reverse image search'],
  ['install android app', 'APK by package', 'APK by link (v2)'],
  ['take screenshot of website', 'Website screenshot'],
  // A question
  ['who is calling me', 'Caller lookup'],
  ['where is this ip address', 'IP information'],
  ['is this phone number valid', 'Validate phone number'],
  ['ask ai a question', 'ChatGPT'],
  // American and British spelling
  ['grayscale image', 'Grey scale'],
  ['invert colors', 'Invert'],
  ['solid color image', 'Colour to PNG'],
  ['solarize picture', 'Solarise'],
  // A thing, in two or three words
  ['neon text', 'Neon glow', 'Neon sign pair'],
  ['gold balloon', 'Glass and balloon'],
  ['gold letters', 'Metal and gold'],
  ['cursive text', 'Fancy text'],
  ['rainbow text', 'RGB text', 'Animated text'],
  ['animated sticker', 'Animated text'],
  ['heart frame', 'Heart shape', 'Two hearts'],
  ['old photo effect', 'Sepia'],
  ['phone wallpaper', 'Wallpaper search', 'Unsplash wallpaper'],
  ['gaming team logo', 'Mascot crest'],
  ['birthday card with name', 'Greeting card'],
  ['name on coffee cup', 'Written on things'],
  ['tiktok profile pic', 'TikTok profile picture'],
  ['country code lookup', 'Calling code'],
  ['latest headlines', 'News list'],
  ['route between two cities', 'Directions'],
  ['distance between a and b', 'Directions'],
  // A typo
  ['instgram downloader', 'Instagram media', 'Instagram reel', 'Instagram post'],
  ['wikipdia', 'Wikipedia article'],
  ['pensil drawing', 'Pencil sketch'],
  // A property
  ['paid', 'ChatGPT', 'Twitter download', 'Latest news with full details'],
  ['post request', 'ChatGPT'],
]

const shownResults = 3
const index = buildIndexSync(allEntries)

function finds([phrase, ...rows]: (typeof phrases)[number]): boolean {
  const first = [...search(index, phrase).positions.subarray(0, shownResults)]
  return first.some((position) => {
    const entry = index.entries[position]
    return entry !== undefined && (rows.includes(getEntryName(entry)) || rows.includes(entry.row.name))
  })
}

test('every wanted row is in the catalogue', () => {
  const names = new Set(allEntries.map(({ row }) => row.name))
  expect(phrases.flatMap(([, ...rows]) => rows).filter((name) => !names.has(name))).toEqual([])
})

test('everyday phrases have a wanted row among the first three results', () => {
  expect(phrases.filter((phrase) => !finds(phrase))).toEqual([])
})
