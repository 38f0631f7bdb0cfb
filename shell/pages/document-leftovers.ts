/** Takes back what the pages of a remote leave in the document, outside of their own element. */
export type DocumentLeftovers = ReturnType<typeof followLeftovers>

/** What a document has outside of its pages. */
type DocumentState = ReturnType<typeof readState>

/** Follows what appears in a document once its first page is going to be loaded. Until then it is the browser's or an extension's. */
export function followLeftovers(document: Document) {
  let own: DocumentState | null = null
  const stylesOf = new Map<string | null, HTMLStyleElement[]>()
  let shown: string | null = null
  let before: DocumentState | null = null
  return {
    /** A page is going to be loaded: what appears in the document from now on may be its own. Call it before its code runs. */
    begin() {
      before = readState(document)
      own ??= before
    },
    /** A page of this remote is on the screen, null: one of the shell's own, and the page before it has gone. */
    show(remote: string | null) {
      const left = before ?? readState(document)
      own ??= left
      before = null
      // The pages of a remote may share what they set up.
      if (remote === shown) return
      const styles = stylesOf.get(shown) ?? []
      stylesOf.set(shown, [...styles, ...removeElements(document, { own, left })])
      for (const style of stylesOf.get(shown) ?? []) style.disabled = true
      for (const style of stylesOf.get(remote) ?? []) style.disabled = false
      for (const element of [document.documentElement, document.body])
        resetEntries(element, { own: getEntries(own, element), left: getEntries(left, element) })
      shown = remote
    },
  }
}

function readState({ documentElement, head, body }: Document) {
  return {
    /** Of `html` and `body`: attributes, and each class and each inline style for itself. */
    entries: new Map([documentElement, body].map((element) => [element, readEntries(element)])),
    /** The children of `head` and `body`. */
    elements: new Set([...head.children, ...body.children]),
  }
}

function getEntries({ entries }: DocumentState, element: HTMLElement): ReadonlyMap<string, string> {
  return entries.get(element) ?? new Map()
}

/** The theme, what the site marks, and visitors' display preferences (`data-catalogue-density`), which outlive a page. */
const kept = /^data-(?:theme|shell|remote|[a-z][a-z0-9]*-.*)$/

function readEntries({ attributes, classList, style }: HTMLElement): Map<string, string> {
  const entries = new Map<string, string>()
  for (const name of classList) entries.set(`class ${name}`, '')
  for (const property of Array.from(style)) entries.set(`style ${property}`, style.getPropertyValue(property))
  for (const { name, value } of attributes)
    if (name !== 'class' && name !== 'style' && !kept.test(name)) entries.set(name, value)
  return entries
}

interface Entries {
  /** What the shell has set. */
  readonly own: ReadonlyMap<string, string>
  /** What was there when the next page began to load. */
  readonly left: ReadonlyMap<string, string>
}

/** Puts back what differs from the shell's, unless the next page has changed it since. */
function resetEntries(element: HTMLElement, { own, left }: Entries): void {
  const now = readEntries(element)
  for (const key of new Set([...own.keys(), ...left.keys()]))
    if (left.get(key) !== own.get(key) && now.get(key) === left.get(key)) setEntry(element, key, own.get(key))
  for (const name of ['class', 'style']) if (element.getAttribute(name) === '') element.removeAttribute(name)
}

function setEntry(element: HTMLElement, key: string, value: string | undefined): void {
  const [kind = '', name] = key.split(' ')
  if (name === undefined) {
    if (value === undefined) element.removeAttribute(kind)
    else element.setAttribute(kind, value)
  } else if (kind === 'class') element.classList.toggle(name, value !== undefined)
  else if (value === undefined) element.style.removeProperty(name)
  else element.style.setProperty(name, value)
}

/** Scripts have run, and links may be those of releases. */
const staying = 'script, link, [data-shell]'

/**
 * Removes what was left in `head` and `body`. Returns the style elements instead, which stay: a library that has added one goes on to
 * use it when the remote is shown again.
 */
function removeElements(
  { head, body }: Document,
  { own, left }: { readonly own: DocumentState; readonly left: DocumentState },
): HTMLStyleElement[] {
  const leftover = [...head.children, ...body.children].filter(
    (element) => left.elements.has(element) && !own.elements.has(element) && !element.matches(staying),
  )
  return leftover.flatMap((element) => {
    if (element instanceof HTMLStyleElement) return element.disabled ? [] : [element]
    element.remove()
    return []
  })
}
