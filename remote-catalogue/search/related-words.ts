import { splitWords } from './words.ts'

/** Words that people use for the same thing; an alias of a row is better where only this row is meant. */
const synonyms: readonly (readonly string[])[] = [
  'picture image photo pic photograph',
  'download save grab',
  'find search lookup',
  'song music track audio',
  'video clip',
  'phone mobile telephone',
  'website site webpage',
  'latest newest recent',
  'bigger larger enlarge',
].map(splitWords)

const synonymsOf = new Map(synonyms.flatMap((group) => group.map((word) => [word, group] as const)))

/** The words that mean the same as `word`. */
export function getSynonyms(word: string): readonly string[] {
  return synonymsOf.get(word)?.filter((other) => other !== word) ?? []
}

/** Each with the shortest stem: shorter ones begin too many other words, such as `new` for `news`. */
const endings: readonly (readonly [ending: string, minStem: number])[] = [
  ['ing', 4],
  ['er', 6],
  ['ed', 4],
  ['es', 4],
  ['s', 4],
  ['e', 4],
]

/** What the forms of a word have in common: `call` for `calling`; null if it has no such ending. */
export function getStem(word: string): string | null {
  if (word.endsWith('ss')) return null
  const [ending] =
    endings.find(([end, minStem]) => word.endsWith(end) && word.length - end.length >= minStem) ?? []
  return ending === undefined ? null : word.slice(0, -ending.length)
}

const fillers = new Set(
  splitWords(
    `a an the this that these some any of to in on at by for from with without into and or as like i me my you your it is
    are be do does can how what which who where when want need please make turn get give show`,
  ),
)

/** Whether a word says little about the search. It adds to the score, but is optional. */
export function isFiller(word: string): boolean {
  return fillers.has(word)
}
