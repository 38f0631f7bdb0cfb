import { isAbort } from '@portico/protocol/reports/find-frame.ts'

const maxRequests = 50

/**
 * Calls `onFailed` with the stack of each request that fails, or whose response is an error or not the JSON that it is read as: browsers
 * tell nobody about the latter. Returns what finds the stack of the request for an address, or of the one that an error is about.
 */
export function watchRequests(
  page: Window & typeof globalThis,
  onFailed: (stack: string) => void,
): (about: unknown) => string {
  const asked = new Map<unknown, string>()
  const record = (about: unknown, stack: string): void => {
    if (asked.size >= maxRequests) asked.clear()
    asked.set(about, stack)
  }
  const failOnline = (stack: string) => page.navigator.onLine && onFailed(stack)

  const request = page.fetch.bind(page)
  page.fetch = async (...input) => {
    const [resource] = input
    const stack = getStack()
    record(resource instanceof Request ? resource.url : toAddress(resource, page), stack)
    try {
      const response = await request(...input)
      if (response.status >= 400) onFailed(stack)
      return response
    } catch (thrown) {
      record(thrown, stack)
      if (!isAbort(thrown)) failOnline(stack)
      throw thrown
    }
  }

  const { json } = page.Response.prototype
  page.Response.prototype.json = async function () {
    const stack = getStack()
    try {
      return await json.call(this)
    } catch (thrown) {
      if (!isAbort(thrown)) failOnline(stack)
      throw thrown
    }
  }

  const { open } = page.XMLHttpRequest.prototype
  page.XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    const stack = getStack()
    record(toAddress(url, page), stack)
    this.addEventListener('load', () => this.status >= 400 && onFailed(stack))
    for (const type of ['error', 'timeout'] as const) this.addEventListener(type, () => failOnline(stack))
    Reflect.apply(open, this, [method, url, ...rest])
  }
  return (about) => asked.get(about) ?? ''
}

function toAddress(url: string | URL, { document }: Window): string {
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : ''
}

/** Calls `onError` for each worker that throws or doesn't load, with the stack of its creator: these errors don't reach the window. */
export function watchWorkers(
  page: Window & typeof globalThis,
  onError: (event: ErrorEvent, stack: string) => void,
): void {
  page.Worker = class extends page.Worker {
    constructor(...input: ConstructorParameters<typeof Worker>) {
      super(...input)
      const stack = getStack()
      this.addEventListener('error', (event) => onError(event, stack))
    }
  }
}

/** The stack of the caller. */
export function getStack(): string {
  return new Error().stack ?? ''
}
