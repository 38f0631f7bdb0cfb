import { availableTargets, HTTPSnippet } from '@readme/httpsnippet'
import { snippetz } from '@scalar/snippetz'
import { type ApiRequest, apiKeySymbol } from '../../remote-catalogue/request/build-request.ts'
import { sampleLanguages } from '../../remote-catalogue/samples/samples.ts'

/** The languages that are compared: their interpreters are on almost every machine. */
export const languages = ['curl', 'javascript', 'python'] as const
export type Language = (typeof languages)[number]

/** The key that is written into samples which can't read it from the environment. */
export const embeddedKey = 'secret-key-of-the-visitor'

/** Writes code samples. */
export interface Generator {
  readonly name: 'portico' | 'snippetz' | 'httpsnippet'
  readonly languageCount: number
  write(language: Language, request: ApiRequest): string
  /** What a sample needs around it to run at all; missing: it is a whole program. */
  readonly preamble?: Partial<Record<Language, string>>
}

const snippets = snippetz()

export const generators: readonly Generator[] = [
  {
    name: 'portico',
    languageCount: sampleLanguages.length,
    write(language, request) {
      const sample = sampleLanguages.find(({ id }) => id === language)?.render({ request, output: 'json' })
      if (!sample) throw new Error(`There is no sample in ${language}.`)
      return sample
    },
  },
  {
    name: 'snippetz',
    languageCount: new Set(snippets.plugins().map(({ target }) => target)).size,
    preamble: { python: 'import requests\n' },
    write(language, request) {
      const [target, client] = (
        {
          curl: ['shell', 'curl'],
          javascript: ['js', 'fetch'],
          python: ['python', 'requests'],
        } as const
      )[language]
      return snippets.print(target, client, toHar(request)) || ''
    },
  },
  {
    name: 'httpsnippet',
    languageCount: availableTargets().length,
    write(language, request) {
      const [target, client] = (
        {
          curl: ['shell', 'curl'],
          javascript: ['javascript', 'fetch'],
          python: ['python', 'requests'],
        } as const
      )[language]
      const [sample] = new HTTPSnippet({ ...emptyBody, ...toHar(request) }).convert(target, client) || []
      return sample || ''
    },
  },
]

// httpsnippet's types require a body even for a GET; without a text it writes none.
const emptyBody = { postData: { mimeType: '' } }

/** The request in the format that both libraries read. */
function toHar({ method, base, fields }: ApiRequest) {
  const values = fields.map(({ name, value }) => ({
    name,
    value: value === apiKeySymbol ? embeddedKey : value,
  }))
  const common = { method, url: base, httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 }
  if (method === 'GET') return { ...common, headers: [], queryString: values }
  const mimeType = 'application/json'
  const text = JSON.stringify(Object.fromEntries(values.map(({ name, value }) => [name, value])))
  return {
    ...common,
    headers: [{ name: 'Content-Type', value: mimeType }],
    queryString: [],
    postData: { mimeType, text },
  }
}
