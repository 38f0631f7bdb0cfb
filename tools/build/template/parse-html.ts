import { Parser } from 'htmlparser2'

/** A part of HTML. */
export type HtmlNode = string | HtmlElement | { readonly comment: string }

/** An element of HTML. */
export interface HtmlElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: HtmlNode[]
}

/** Parses the HTML that React renders; names keep their case. */
export function parseHtml(html: string): readonly HtmlNode[] {
  const root: HtmlElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  const getInnermost = () => open.at(-1) ?? root
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const element = { tag, attributes, children: [] }
        getInnermost().children.push(element)
        open.push(element)
      },
      ontext(text) {
        const { children } = getInnermost()
        const previous = children.at(-1)
        // A character that was escaped comes separately.
        if (typeof previous === 'string') children[children.length - 1] = previous + text
        else children.push(text)
      },
      oncomment: (comment) => void getInnermost().children.push({ comment }),
      onclosetag: () => void open.pop(),
    },
    { lowerCaseTags: false, lowerCaseAttributeNames: false },
  )
  parser.end(html)
  return root.children
}

/** Every element in `nodes`, in the order of the document. */
export function listElements(nodes: readonly HtmlNode[]): HtmlElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'object' && 'tag' in node ? [node, ...listElements(node.children)] : [],
  )
}
