import { readCatalogue } from '../../remote-catalogue/data/read-catalogue.ts'
import { type Entry, entriesOf } from '../../remote-catalogue/entries/entry.ts'
import { buildIndex, type SearchIndex } from '../../remote-catalogue/search/build-index.ts'
import { search } from '../../remote-catalogue/search/search.ts'
import { median } from '../report/median.ts'
import { type ResultRow, resultRow } from '../report/result-row.ts'

const count = 100_000
const budgetMs = 50 // of a key press, and of a task that a browser calls long
const runs = 5

// As somebody types them, key by key: common and rare beginnings, two words, and slips that find nothing at first.
const typed = ['wallpaper', 'neon glow', 'text effect 41', 'stikcer', 'zippyshare']

/** The search of the catalogue over as many rows as no catalogue has, without a page: in Node, on this machine. */
export async function measureManyRows(): Promise<ResultRow[]> {
  const entries = await generatedEntries()
  const builds = Array.from({ length: runs }, () => build(entries))
  const [first] = builds
  if (first === undefined) throw new Error('There was no run.')
  const texts = typed.flatMap((text) => Array.from(text, (_, end) => text.slice(0, end + 1)))
  const slowest = Math.max(
    ...texts.map((text) => median(Array.from({ length: runs }, () => timeOf(first.index, text)))),
  )
  const rows = [
    { name: `search of ${count} generated rows, the slowest key`, ms: slowest },
    {
      name: `index of ${count} generated rows, the longest step`,
      ms: median(builds.map(({ longestMs }) => longestMs)),
    },
  ]
  return rows.map(({ name, ms }) =>
    resultRow({
      name,
      value: Number(ms.toFixed(1)),
      unit: 'ms',
      against: `budget of ${budgetMs} ms`,
      other: budgetMs,
      target: 1,
    }),
  )
}

/** The rows of the catalogue over and over, each with a number of its own in its name. */
async function generatedEntries(): Promise<Entry[]> {
  const real = (await readCatalogue()).flatMap(entriesOf)
  return Array.from({ length: count }, (_, index) => {
    const entry = real[index % real.length]
    if (entry === undefined) throw new Error('The catalogue is empty.')
    const { id, row, variant } = entry
    return {
      ...entry,
      id: `${id}.${index}`,
      row: { ...row, name: `${row.name} ${index}` },
      variant: variant && { ...variant, name: `${variant.name} ${index}` },
    }
  })
}

/** Processor time of this thread: what else the machine does is not in it. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function build(entries: readonly Entry[]): { readonly index: SearchIndex; readonly longestMs: number } {
  const work = buildIndex(entries)
  let longestMs = 0
  for (;;) {
    const from = threadMs()
    const step = work.next()
    longestMs = Math.max(longestMs, threadMs() - from)
    if (step.done) return { index: step.value, longestMs }
  }
}

function timeOf(index: SearchIndex, text: string): number {
  const from = threadMs()
  search(index, text)
  return threadMs() - from
}
