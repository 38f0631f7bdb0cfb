/** The elements of a page, compared with those analysed before. */
export interface ComparedElements {
  /** Keys of the elements that no earlier analysis has seen. */
  readonly added: readonly string[]
  /** The topmost elements that repeat an analysed one. */
  readonly repeated: Element[]
}

/**
 * Finds the elements that repeat one which is in `analysed`, or one further up on the page: rows of a table, samples of a gallery,
 * header and footer. Such elements have the same markup and the same colors, as have their ancestors, and differ in their wording
 * alone. Runs in the page, so it uses nothing from outside.
 */
export function compareElements(analysed: string): ComparedElements {
  const known = new Set(analysed.split(' '))
  const added: string[] = []
  const repeated: Element[] = []

  const ids = new Map<string, number>()
  for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1)
  const references = ['for', 'list', 'headers', 'aria-labelledby', 'aria-describedby', 'aria-controls']
  const wording = ['aria-label', 'title', 'placeholder', 'value', 'href', 'src', 'srcset', 'd', 'style']

  /** Everything about an attribute that a rule can judge. */
  function describe({ name, value }: Attr): string {
    if (name === 'id') return `id ${ids.get(value) === 1}`
    const isReference = references.includes(name)
    if (isReference) return `${name} ${value.split(/\s+/).every((id) => ids.has(id))}`
    const isWording = wording.includes(name) && !value.startsWith('#') && !value.includes('!important')
    return isWording ? `${name} ${value.trim() !== ''}` : `${name}=${value}`
  }

  /** Axe judges no text of one character or of symbols alone. */
  function describeText(text: string): string {
    if (text.trim() === '') return ''
    return text.trim().length > 1 && /[a-z\d]/i.test(text) ? 'text' : 'symbols'
  }

  /** Whether axe takes it for scrollable, if its overflow is not visible. */
  function isOverflowing({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
    return Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight) > 13
  }

  function describeElement(element: Element): string {
    const { color, backgroundColor, backgroundImage, opacity, textDecorationLine } = getComputedStyle(element)
    const colors = [color, backgroundColor, backgroundImage.startsWith('none'), opacity, textDecorationLine]
    return [
      element.tagName,
      ...[...element.attributes].map(describe),
      ...colors,
      isOverflowing(element),
    ].join('|')
  }

  /** A hash of 53 bits (cyrb53). */
  function hash(text: string): string {
    let high = 0xdeadbeef
    let low = 0x41c6ce57
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      high = Math.imul(high ^ code, 0x9e3779b1)
      low = Math.imul(low ^ code, 0x5f356495)
    }
    high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
    low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
    return (0x100000000 * (0x1fffff & high) + (low >>> 0)).toString(36)
  }

  const own = new Map<Element, string>()
  const whole = new Map<Element, string>()
  function read(element: Element): string {
    if (!element.checkVisibility({ visibilityProperty: true })) return ''
    const description = describeElement(element)
    const children = [...element.childNodes].map((node) =>
      node instanceof Element ? read(node) : node instanceof Text ? describeText(node.data) : '',
    )
    own.set(element, hash(description))
    const structure = hash(`${description}>${children.filter((child) => child !== '').join('>')}`)
    whole.set(element, structure)
    return structure
  }

  function compare(element: Element, ancestors: string): void {
    const structure = whole.get(element)
    if (structure === undefined) return // invisible
    const key = hash(`${ancestors} ${structure}`)
    if (known.has(key)) {
      repeated.push(element)
      return
    }
    known.add(key)
    added.push(key)
    for (const child of element.children) compare(child, hash(`${ancestors} ${own.get(element)}`))
  }

  read(document.documentElement)
  compare(document.documentElement, '')
  return { added, repeated }
}
