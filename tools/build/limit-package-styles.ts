import type { PostCSSPlugin } from '@rsbuild/core'
import selectorParser, { type Node, type Selector } from 'postcss-selector-parser'

/** Names that `animation` can have beside that of the keyframes. */
const animationWords = new Set(
  (
    'none initial inherit unset revert revert-layer ease ease-in ease-out ease-in-out linear step-start step-end ' +
    'infinite normal reverse alternate alternate-reverse forwards backwards both running paused auto'
  ).split(' '),
)

/** At-rules that apply to a document or have names of their own: they can't be inside a rule. */
const globalRule =
  /^(?:(?:-\w+-)?keyframes|font-face|property|counter-style|font-feature-values|font-palette-values|namespace|position-try)$/i

/** Part of an app's styles. */
export type StylePlugin = Exclude<
  Extract<PostCSSPlugin, { postcssPlugin: string }>,
  (...given: never[]) => unknown
>
type Sheet = Parameters<Extract<StylePlugin['Once'], (...given: never[]) => unknown>>[0]
type ChildNode = Sheet['nodes'][number]
type AtRule = Extract<ChildNode, { type: 'atrule' }>
type Rule = Extract<ChildNode, { type: 'rule' }>
type Container = Sheet | AtRule

interface Limits {
  /** The remote that imports the package. */
  readonly remote: string
  readonly package: string
}

/**
 * The package that a style sheet belongs to; null: it is one of the remote or of the kit, or a CSS Module, whose classes are
 * local anyway.
 */
export function findStylePackage(file: string): string | null {
  const [, name = null] = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? []
  return name === null || /^@portico[\\/]/.test(name) || /\.module\.\w+$/.test(file)
    ? null
    : name.replace('\\', '/')
}

/**
 * Limits the style sheet of a package to what a remote shows: its page, what it appends to `body`, and its showcases. Rules of the
 * whole document apply to the outermost of these elements. All at no specificity. `@import` stays where it is, at the top.
 */
export function limitPackageStyles(sheet: Sheet, limits: Limits): ChildNode[] {
  refuseUnusable(sheet, limits)
  renameKeyframes(sheet, `${limits.remote}-${limits.package.replace(/\W+/g, '-')}-`)
  const shown = createShownSelectors(limits.remote)
  const globals = sheet.clone()
  keep(globals, { isGlobal: true })
  return [
    ...globals.nodes,
    ...(['root', 'element'] as const).flatMap((kind) => {
      const part = sheet.clone()
      keep(part, { isGlobal: false })
      part.walkRules((rule) => limitRule(rule, { kind, shown }))
      removeEmpty(part)
      const [first] = part.nodes
      if (first === undefined) return []
      const parent = sheet.clone({ nodes: [] })
      parent.append({ selector: shown[kind], nodes: part.nodes.slice() })
      return parent.nodes
    }),
  ]
}

/** What a remote shows: `element` is any of it, `root` the outermost elements, which stand for the document's root and body. */
interface Shown {
  readonly root: string
  readonly element: string
}

/** The shell names the remote of the page on the root element, and that of a showcase around it. */
function createShownSelectors(remote: string): Shown {
  const own = `[data-remote="${remote}"]`
  const other = `body [data-remote]:not(${own})`
  const onPage = (suffix: string) => `html${own} :is(main${suffix}, body > :not(#root, noscript)${suffix})`
  return {
    root: `:where(${onPage('')}, body ${own})`,
    element: `:where(${onPage(' *')}, html${own} > body > :not(#root, noscript), body ${own} *):not(:where(${other} *))`,
  }
}

function refuseUnusable(sheet: Sheet, limits: Limits): void {
  sheet.walkAtRules((rule) => {
    if (/^import$/i.test(rule.name) && /^(?:url\()?\s*["']?(?:https?:)?\/\//i.test(rule.params))
      throw rule.error(
        `${limits.package} imports a style sheet from another origin, which the site's policy blocks. Install its package, and import that.`,
      )
    if (/^font-face$/i.test(rule.name))
      rule.walkDecls(/^font-family$/i, (declaration) => {
        if (/^["']?figtree/i.test(declaration.value))
          throw declaration.error(
            `The site has the font Figtree already: leave out the style sheet of ${limits.package}.`,
          )
      })
  })
}

/** Keyframes are global, so their names get a prefix, also where they are used. */
function renameKeyframes(sheet: Sheet, prefix: string): void {
  const rename = (name: string) => (animationWords.has(name.toLowerCase()) ? name : prefix + name)
  sheet.walkAtRules(/^(?:-\w+-)?keyframes$/i, (rule) => {
    rule.params = prefix + rule.params.replace(/^["']|["']$/g, '')
  })
  sheet.walkDecls(/^(?:-\w+-)?animation(?:-name)?$/i, (declaration) => {
    let depth = 0 // names are not in functions
    const words = declaration.value.split(/([\s,]+)/).map((word) => {
      const isName = depth === 0 && /^-?[a-z_][\w-]*$/i.test(word)
      depth += word.split('(').length - word.split(')').length
      return isName ? rename(word) : word
    })
    declaration.value = words.join('')
  })
}

/** Removes what is global, or all else. Conditions around it stay. */
function keep(container: Container, { isGlobal }: { readonly isGlobal: boolean }): void {
  for (const node of container.nodes?.slice() ?? []) {
    const isGlobalNode = node.type === 'atrule' && (globalRule.test(node.name) || node.nodes === undefined)
    if (isGlobalNode ? !isGlobal : node.type !== 'atrule' && isGlobal) node.remove()
    else if (!isGlobalNode && node.type === 'atrule') keep(node, { isGlobal })
  }
  if (isGlobal) removeEmpty(container)
}

/** Removes comments, and at-rules of which nothing is left. */
function removeEmpty(container: Container): void {
  for (const node of container.nodes?.slice() ?? []) {
    if (node.type === 'atrule' && node.nodes !== undefined) removeEmpty(node)
    if (node.type === 'comment' || (node.type === 'atrule' && node.nodes?.length === 0)) node.remove()
  }
}

/** Leaves the selectors of one kind in a rule, each limited. */
function limitRule(rule: Rule, { kind, shown }: { readonly kind: keyof Shown; readonly shown: Shown }): void {
  if (rule.parent?.type === 'atrule' && globalRule.test((rule.parent as AtRule).name)) return
  const isNested = hasRuleAbove(rule)
  const selectors = selectorParser().astSync(rule.selector)
  for (const selector of selectors.nodes.slice()) {
    const isRoot = isOfRoot(getSubject(selector))
    if (!isNested && isRoot !== (kind === 'root')) selector.remove()
    else limitSelector(selector, isNested ? (isRoot ? shown.root : shown.element) : '&')
  }
  if (selectors.nodes.length === 0) rule.remove()
  else rule.selector = selectors.toString()
}

function hasRuleAbove(rule: Rule): boolean {
  let above = rule.parent
  while (above !== undefined && above.type !== 'rule') above = above.parent as typeof above
  return above !== undefined
}

/** `.day::before` becomes `.day:where(&)::before`, `:root` becomes `:root :where(&)`. */
function limitSelector(selector: Selector, limit: string): void {
  const subject = getSubject(selector)
  const where = selectorParser.pseudo({ value: `:where(${limit})` })
  const pseudoElement = subject.find((node) => selectorParser.isPseudoElement(node))
  if (isOfRoot(subject)) {
    selector.append(selectorParser.combinator({ value: ' ' }))
    selector.append(where)
  } else if (pseudoElement === undefined) selector.append(where)
  else {
    where.spaces.before = pseudoElement.spaces.before
    pseudoElement.spaces.before = ''
    selector.insertBefore(pseudoElement, where)
  }
}

/** The last compound selector: what the rule styles. */
function getSubject(selector: Selector): Node[] {
  const last = selector.nodes.findLastIndex(({ type }) => type === 'combinator')
  return selector.nodes.slice(last + 1).filter(({ type }) => type !== 'comment')
}

/** Whether a compound selector is of the document's root element or its body. */
function isOfRoot(compound: readonly Node[]): boolean {
  return compound.some((node) => {
    if (node.type === 'tag') return /^(?:html|body)$/i.test(node.value)
    if (node.type !== 'pseudo') return false
    if (/^:(?:root|host)$/i.test(node.value)) return true
    return (
      /^:(?:is|where)$/i.test(node.value) && node.nodes.every((selector) => isOfRoot(getSubject(selector)))
    )
  })
}
