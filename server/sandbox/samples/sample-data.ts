import type { Operation } from '@portico/kit/api/api-description.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { paths } from '@portico/kit/paths.ts'

const image = `${paths.sandbox}images/earth.png`
const article = {
  news_id: '98967',
  TITLE: 'A sample headline',
  DESCRIPTION: 'A sample article of the sandbox.',
  COVER: image,
  URL: 'https://example.com/news/98967',
  PUBLISHED: '2023-07-01',
}

type Sample = (values: Values) => unknown

/** Samples whose shape is known, or matters because another operation uses their values. */
const samples: Readonly<Record<string, Sample | undefined>> = {
  esana_news: ({ news_id }) => ({ ...article, news_id, full_news: 'The whole text of a sample article.' }),
  esana_latest_news: () => ({ ...article, full_news: 'The whole text of a sample article.' }),
  esana_latest_news_id: () => ({ news_id: article.news_id, news_url: article.URL }),
  esana_news_list: () =>
    [1, 2, 3].map((id) => ({ id: String(98967 - id), title: `Sample headline ${id}`, thumb: image })),
  esana_news_comments: () => [
    { comment_id: '1', name: 'A reader', comment: 'A sample comment.', ago: '1 hour' },
  ],
  chatGPT: ({ text }) => ({ answer: `A sample answer to “${text}”.`, main_id: 'main-1', last_id: 'last-1' }),
  ipinfo: ({ ip }) => ({ ip, network: 'Sample network', city: 'Sample city', country: 'XX' }),
  sound_cloud_search: ({ q }) => [{ song_id: '123456789', title: `Sample of ${q}` }],
  playstore: ({ q }) => [{ appId: 'org.mozilla.firefox', title: `Sample of ${q}` }],
  google_direction: ({ from, to }) => ({
    from,
    to,
    distance: '115 km',
    steps: ['Leave the sample town', 'Arrive'],
  }),
  proxy_list: () => [{ host: '192.0.2.1', port: 8080, protocol: 'http' }],
}

/** The `result` of a sample in the shape that such an operation returns. */
export function createSampleData({ code, name, output }: Operation, values: Values): unknown {
  const known = samples[code]
  if (known) return known(values)
  if (output === 'file') return { name: `${code}.txt`, url: `${paths.sandbox}images/earth.png`, size: 1024 }
  const about = values.q ?? values.url ?? values.username ?? values.number ?? name
  return [1, 2, 3].map((number) => ({
    title: `${name}, sample ${number}`,
    about,
    link: `https://example.com/${code}/${number}`,
    image,
  }))
}

/** A file to download; null for operations that take a URL and respond with JSON that contains a link. */
export function createSampleFile({ code, parameters }: Operation, values: Values) {
  if (parameters.some(({ name }) => name === 'url')) return null
  const received = Object.entries(values).filter(([name]) => name !== 'api')
  const body = [
    'This is a sample from this site’s sandbox, not a file of the real API.',
    ...received.map(([name, value]) => `${name}: ${value}`),
    '',
  ].join('\n')
  return { body, fileName: `${code}.txt` }
}
