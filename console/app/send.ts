import { ProblemSchema } from '@portico/kit/account/problem.ts'
import * as v from 'valibot'
import { readSession, setSession } from './session-store.ts'

/** A request to the console's own origin. */
interface ConsoleRequest<S extends v.GenericSchema> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query. */
  readonly path: string
  readonly body?: object
  /** Schema of the response; an empty one is null. */
  readonly response: S
}

/** Sends a request with the session. Throws an error that says what happened and what to do; a 401 ends the session, which leads to the sign-in page. */
export async function send<S extends v.GenericSchema>(request: ConsoleRequest<S>): Promise<v.InferOutput<S>> {
  const { method = 'GET', path, body, response: schema } = request
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'x-csrf-token': readSession()?.csrfToken ?? '' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new Error('The server can’t be reached. Check the connection and try again.', { cause })
  })
  const text = await response.text()
  if (response.status === 401) setSession(null)
  if (!response.ok) throw toError(response.status, text)
  const parsed = v.safeParse(schema, text === '' ? null : parseJson(text))
  if (parsed.success) return parsed.output
  throw new Error('The server sent a response that this page doesn’t understand. Reload the page.')
}

function toError(status: number, text: string): Error {
  const parsed = v.safeParse(ProblemSchema, parseJson(text))
  if (!parsed.success) return new Error(`The server failed (${status}). Try again in a moment.`)
  const { title, detail, hint, fields = {} } = parsed.output
  const named = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
  const parts = [title, detail, ...named, hint].filter((part) => part !== undefined && part !== '')
  return new Error(parts.map((part) => `${part}`.replace(/(?<![.!?…])$/, '.')).join(' '))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // of a proxy, for example
  }
}
