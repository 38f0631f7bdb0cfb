import { ProblemSchema } from '@portico/kit/account/problem.ts'
import { formatProblem } from '@portico/protocol/format-problem.ts'
import { ValidationReportSchema } from '@portico/protocol/publish/release-api.ts'
import * as v from 'valibot'
import { describeConnectionError } from './describe-connection-error.ts'

/** An error response; that of a rejected upload has findings. */
const SiteProblemSchema = v.object({
  ...ProblemSchema.entries,
  findings: v.optional(ValidationReportSchema.entries.findings),
})
type Problem = v.InferOutput<typeof SiteProblemSchema>

/** The site refused a request; the message is the site's own, with its hint. */
export class SiteError extends Error {
  override name = 'SiteError'
  readonly status: number
  /** null: the response is not a problem document. */
  readonly problem: Problem | null

  /** `body`: what the response contains, if it isn't a problem document. */
  constructor(status: number, problem: Problem | null, body: string) {
    super(
      problem === null
        ? `The request failed with ${status} and ${body}. ${describeSource(status)}`
        : formatProblem(problem),
    )
    this.status = status
    this.problem = problem
  }
}

/** The site could not be reached, or the connection failed before its response was complete. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

/** A request to the site. */
interface SiteRequest<S extends v.GenericSchema> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query. */
  readonly path: string
  /** JSON, or the bytes of an archive. */
  readonly body?: object | Uint8Array<ArrayBuffer>
  /** Schema of the response. */
  readonly response: S
}

/** The release API of one site. */
export interface SiteClient {
  readonly address: string
  /** Sends a request. Throws SiteError on an error response, and UnreachableError without a response. */
  send<S extends v.GenericSchema>(request: SiteRequest<S>): Promise<v.InferOutput<S>>
  /** The bytes at a path. Throws as `send` does. */
  download(path: string): Promise<Uint8Array>
}

/** A client for the site at `address` that authenticates with `token`. */
export function createSiteClient(address: string, token: string): SiteClient {
  return {
    address,
    async download(path) {
      const headers = { authorization: `Bearer ${token}` }
      const { response, bytes } = await request(address, path, { headers, redirect: 'manual' })
      if (response.ok) return bytes
      throw toError(address, response, decode(bytes))
    },
    async send({ method = 'GET', path, body, response: schema }) {
      const isArchive = body instanceof Uint8Array
      const type = isArchive ? 'application/gzip' : 'application/json'
      const { response, bytes } = await request(address, path, {
        method,
        redirect: 'manual', // a redirect would lose the token, or turn POST into GET
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        ...(body === undefined ? {} : { body: isArchive ? body : JSON.stringify(body) }),
      })
      const text = decode(bytes)
      if (!response.ok) throw toError(address, response, text)
      const json = text === '' ? null : parseJson(text)
      if (json === undefined)
        throw new Error(
          `Expected JSON from ${address}${path}, got ${describeContent(response, text)}. ${describeSource(response.status)}`,
        )
      const parsed = v.safeParse(schema, json)
      if (parsed.success) return parsed.output
      throw new Error(
        `${address} responded with something that this command doesn't know. Does the site run the same version as this command?`,
      )
    },
  }
}

async function request(address: string, path: string, init: RequestInit) {
  try {
    const response = await fetch(new URL(path, address), init)
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch (cause) {
    throw createUnreachable(cause, address, init)
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** The error of an unsuccessful response. */
function toError(address: string, response: Response, text: string): Error {
  const { status, headers } = response
  const location = headers.get('location')
  return status >= 300 && status < 400 && location !== null
    ? new Error(describeRedirect(address, new URL(location, address)))
    : new SiteError(status, parseProblem(text), describeContent(response, text))
}

function describeContent({ headers }: Response, text: string): string {
  return describeBody(text, headers.get('content-type'))
}

function createUnreachable(
  cause: unknown,
  address: string,
  { method = 'GET' }: RequestInit,
): UnreachableError {
  return new UnreachableError(describeConnectionError(cause, { address, isChange: method !== 'GET' }), {
    cause,
  })
}

function describeRedirect(address: string, { origin, href }: URL): string {
  return origin === address
    ? `${address} redirects the release API to ${href}. Exempt /-/ from that redirect.`
    : `${address} redirects to ${origin}. If that is the site, set RELEASE_URL to it; if it is a sign-in page in front of the site, exempt /-/ from it.`
}

function parseProblem(text: string): Problem | null {
  const parsed = v.safeParse(SiteProblemSchema, parseJson(text))
  return parsed.success ? parsed.output : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // for example the error page of a proxy, which no schema accepts
  }
}

const maxQuoted = 80

/** What the body of a response is, if it isn't the expected JSON: the title of an HTML page, or its first line. */
function describeBody(text: string, contentType: string | null): string {
  if (/html/.test(contentType ?? '') || /^\s*<(?:!doctype|html)/i.test(text)) {
    const title = shorten(/<title[^<>]*>([^<]*)/i.exec(text)?.[1] ?? '')
    return title === '' ? 'an HTML page' : `the HTML page "${title}"`
  }
  const line = shorten(text.trim().split('\n')[0] ?? '')
  return line === '' ? 'an empty response' : `"${line}"`
}

/** Why the site can't have sent a response itself; empty: it can. */
function describeSource(status: number): string {
  if ([502, 503, 504].includes(status))
    return 'It probably comes from a proxy in front of the site: check that the site is running.'
  return 'It doesn’t come from the release API: check RELEASE_URL, and what responds there.'
}

function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > maxQuoted ? `${plain.slice(0, maxQuoted)} …` : plain
}
