/** Markup that is safe to send, created only by `html`. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

/** Template tag for markup: escapes every value that isn't markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(toMarkup)))
}

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map((fragment) => fragment.text).join('')
  return escapeHtml(String(part))
}

/** A text as the content of an element or of an attribute in quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
