import type { Block } from '@portico/kit/content/blocks.ts'
import { type Attributes, type ElementMaker, renderBlocks } from '@portico/kit/content/rich-text.ts'
import { createPath, resolvePath } from 'react-router'

const voidElements = new Set(['br', 'img', 'source'])

const html: ElementMaker<string> = {
  element(tag, attributes, children) {
    const opening = `<${tag}${renderAttributes(attributes)}`
    return voidElements.has(tag) ? `${opening}/>` : `${opening}>${children.join('')}</${tag}>`
  },
  // What the router's own link shows.
  pageLink: (to, children) => html.element('a', { href: createPath(resolvePath(to, '/')) }, children),
  text: escapeHtml,
}

/** Renders an owner's text to the HTML that React renders for it. */
export function renderBlocksToHtml(blocks: readonly Block[]): string {
  return renderBlocks(blocks, html).join('')
}

function renderAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name.toLowerCase()}="${escapeHtml(String(value))}"`)
    .join('')
}

/** Escapes a text for elements and attributes in quotation marks, as React does. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
