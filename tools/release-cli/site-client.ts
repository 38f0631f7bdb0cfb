import { ProblemSchema } from '@portico/shared/account/problem.ts'
import { ValidationReportSchema } from '@portico/shared/release/release-api.ts'
import * as v from 'valibot'

/** An error response; a refused upload brings its findings. */
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

  constructor(status: number, problem: Problem | null) {
    super(problem === null ? `The site responded with ${status} and no reason.` : formatProblem(problem))
    this.status = status
    this.problem = problem
  }
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
  /** Sends a request. Throws SiteError on an error response, and an Error when the site cannot be reached. */
  send<S extends v.GenericSchema>(request: SiteRequest<S>): Promise<v.InferOutput<S>>
}

/** A client for the site at `address` that authenticates with `token`. */
export function createSiteClient(address: string, token: string): SiteClient {
  return {
    address,
    async send({ method = 'GET', path, body, response: schema }) {
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
        throw new Error(`Could not reach ${address}. Check RELEASE_URL, and that the site is running.`, {
          cause,
        })
      })
      const text = await response.text()
      if (!response.ok) throw new SiteError(response.status, parseProblem(text))
      const parsed = v.safeParse(schema, text === '' ? null : parseJson(text))
      if (parsed.success) return parsed.output
      throw new Error(
        `Unexpected response from ${address}. Does the site run the same version as this command?`,
      )
    },
  }
}

function parseProblem(text: string): Problem | null {
  const parsed = v.safeParse(SiteProblemSchema, parseJson(text))
  return parsed.success ? parsed.output : null
}

function formatProblem({ title, detail, hint, fields = {} }: Problem): string {
  const errors = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
  return [`${title}.`, detail, ...errors, hint].filter(Boolean).join(' ')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // for example the error page of a proxy, which no schema accepts
  }
}
