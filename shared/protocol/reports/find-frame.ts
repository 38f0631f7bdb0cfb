export interface ReleaseFolder<Release> {
  readonly release: Release
  readonly href: string
}

/** A release, and the place in it, such as `home.js:1:23`. */
export interface Frame<Release> {
  readonly release: Release
  readonly place: string
}

/**
 * The release whose code comes first in a stack, from the throw outwards: the top frames of an error while rendering are those of the
 * page's React. null: it is no remote's, or a browser extension's.
 */
export function findFrameIn<Release>(
  stack: string,
  folders: readonly ReleaseFolder<Release>[],
): Frame<Release> | null {
  for (const line of stack.split('\n')) {
    if (isOfExtension(line)) return null
    const found = folders.find(({ href }) => line.includes(href))
    if (found === undefined) continue
    return { release: found.release, place: line.slice(line.indexOf(found.href) + found.href.length) }
  }
  return null
}

/** The place of an error event, like a frame of a stack. */
export function toPlace({
  filename,
  lineno,
  colno,
}: Pick<ErrorEvent, 'filename' | 'lineno' | 'colno'>): string {
  return `${filename}:${lineno}:${colno}`
}

/** A policy violation has the scheme alone. */
export function isOfExtension(place: string): boolean {
  return /-extension(?::|$)/.test(place)
}

/** Whether a request was given up, which is nobody's fault. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}

/**
 * The frames of what was thrown, not only of an `Error` of this document: one of a frame has some, too. One of several errors has only
 * theirs.
 */
export function getStackOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  const stack = 'stack' in thrown && typeof thrown.stack === 'string' ? thrown.stack : ''
  const message = 'message' in thrown && typeof thrown.message === 'string' ? thrown.message : ''
  const inner: string[] = thrown instanceof AggregateError ? thrown.errors.map(getStackOf) : []
  return [withoutMessage(stack, message), ...inner].join('\n')
}

/** A message may name files of other releases, such as the page's policy. Not every browser has it in the stack. */
function withoutMessage(stack: string, message: string): string {
  const header = `: ${message}`
  const at = stack.indexOf(header)
  return at === -1 || stack.slice(0, at).includes('\n') ? stack : stack.slice(at + header.length)
}
