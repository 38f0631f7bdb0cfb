import { ProblemSchema } from '@portico/shared/account/problem.ts'
import * as v from 'valibot'

/** The site refused a call; the message is its own sentence with its hint. */
export class SiteRefused extends Error {
  override name = 'SiteRefused'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A call of the site. */
interface SiteCall<S extends v.GenericSchema> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query. */
  readonly path: string
  /** JSON, or an archive as it is. */
  readonly body?: object | Uint8Array<ArrayBuffer>
  /** Shape of the answer. */
  readonly answer: S
}

/** The release calls of one site. */
export interface SiteCalls {
  readonly address: string
  /** The answer of a call. Throws SiteRefused, or an Error with a sentence where the site cannot be reached. */
  call<S extends v.GenericSchema>(call: SiteCall<S>): Promise<v.InferOutput<S>>
}

/** The calls of the site at `address`, made with `token`. */
export function siteCalls(address: string, token: string): SiteCalls {
  return {
    address,
    async call({ method = 'GET', path, body, answer }) {
      const isArchive = body instanceof Uint8Array
      const type = isArchive ? 'application/gzip' : 'application/json'
      const response = await fetch(new URL(path, address), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        ...(body === undefined ? {} : { body: isArchive ? body : JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new Error(`${address} does not answer. Is RELEASE_URL right, and is the site running?`, {
          cause,
        })
      })
      const text = await response.text()
      if (!response.ok) throw refusal(response.status, text)
      const parsed = v.safeParse(answer, text === '' ? null : jsonOf(text))
      if (parsed.success) return parsed.output
      throw new Error(`${address} answered something else than expected. Has it the version of this command?`)
    },
  }
}

function refusal(status: number, text: string): SiteRefused {
  const parsed = v.safeParse(ProblemSchema, jsonOf(text))
  if (!parsed.success) return new SiteRefused('unknown', `The site answered ${status} without a reason.`)
  const { code, title, detail, hint, fields = {} } = parsed.output
  const wrong = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
  return new SiteRefused(code, [`${title}.`, detail, ...wrong, hint].filter(Boolean).join(' '))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // A proxy's page, for example: no schema fits it.
  }
}
