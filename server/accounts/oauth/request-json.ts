import * as v from 'valibot'
import { readAtMost } from '../../http/read-at-most.ts'

const defaultTimeoutMs = 10_000 // a visitor is waiting
const maxBytes = 1024 * 1024 // a thousand times as much as an honest response

/** A provider didn't respond, or not as expected. The message contains nothing of what it sent, which may be about a person. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

interface JsonRequest<Schema> {
  readonly schema: Schema
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form by POST; otherwise the request is a GET. */
  readonly form?: URLSearchParams
  /** Until the whole response has arrived. */
  readonly timeoutMs?: number
}

/** Requests JSON from a provider. Follows no redirect: the request contains secrets. Throws a ProviderError. */
export async function requestJson<Schema extends v.GenericSchema>(
  url: string,
  { schema, headers, form, timeoutMs = defaultTimeoutMs }: JsonRequest<Schema>,
): Promise<v.InferOutput<Schema>> {
  const { host, pathname } = new URL(url)
  const fail = (what: string) => new ProviderError(`${host}${pathname} ${what}.`)
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': 'portico', ...headers },
    ...(form && { method: 'POST', body: form }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw fail('did not respond')
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw fail(`responded with ${response.status}`)
  }
  const result = v.safeParse(schema, parseJson(await readBody(response, fail), fail))
  if (result.success) return result.output
  throw fail(`sent an unexpected response: ${v.getDotPath(result.issues[0]) ?? 'all of it'}`)
}

type Fail = (what: string) => ProviderError

async function readBody({ body }: Response, fail: Fail): Promise<string> {
  const bytes = await readAtMost(body, maxBytes).catch(() => {
    throw fail('stopped responding')
  })
  if (bytes === null) throw fail(`sent more than ${maxBytes} bytes`)
  return bytes.toString()
}

function parseJson(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fail('sent no JSON')
  }
}
