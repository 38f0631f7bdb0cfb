import { previewBannerId } from '../layout/preview-banner/banner-id.ts'
import { panelStyles } from './panel-styles.ts'

/** A part of the page with its explanation, as the panel lists it. */
export interface Row {
  readonly name: string
  /** `catalogue 1.2.0-0a1b2c3d` */
  readonly release: string
  /** null: the shell. */
  readonly team: string | null
  readonly arm: string
  readonly why: string
  /** Empty: it is not on this page. */
  readonly elements: readonly Element[]
}

/** Adds the panel to the page. `onClose` is called when it has been removed. */
export function openPanel(page: Document, { isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const host = page.createElement('div')
  host.dataset.shell = '' // stays when a remote's leftovers are removed
  const root = host.attachShadow({ mode: 'open' })
  const styles = new CSSStyleSheet()
  styles.replaceSync(panelStyles)
  root.adoptedStyleSheets = [styles]
  const outline = createOutline(root)
  const list = create('div', { id: 'list', hidden: !isOpen })
  const toggle = createToggle(isOpen)
  const close = create('button', { type: 'button', textContent: 'Close' })
  const top = create('div', { className: 'top' }, [
    create('h2', { id: 'title', textContent: 'Inspector' }),
    toggle,
    close,
  ])
  const panel = create('section', { className: 'panel' }, [top, list])
  panel.setAttribute('aria-labelledby', 'title')
  root.append(panel)
  page.body.append(host)
  const placement = stayAboveBanner(page, panel)

  const end = () => {
    outline.stop()
    placement.stop()
    host.remove()
    onClose()
  }
  close.addEventListener('click', end)
  toggle.addEventListener('click', () => {
    list.hidden = !list.hidden
    toggle.textContent = list.hidden ? 'Show' : 'Hide'
    toggle.setAttribute('aria-expanded', String(!list.hidden))
    if (list.hidden) outline.show([])
  })
  panel.addEventListener('keydown', ({ key }) => key === 'Escape' && end())

  /** The rows as they are shown, so that an equal list keeps its buttons and their focus. */
  let shown = ''
  return {
    update(rows: readonly Row[]) {
      placement.update()
      const text = JSON.stringify(rows.map(({ elements, ...row }) => [row, elements.length]))
      if (text === shown) return
      shown = text
      outline.show([])
      list.replaceChildren(...createLists(rows, { list, outline }))
    },
  }
}

function createToggle(isOpen: boolean): HTMLElement {
  const toggle = create('button', { type: 'button', textContent: isOpen ? 'Hide' : 'Show' })
  toggle.setAttribute('aria-controls', 'list')
  toggle.setAttribute('aria-expanded', String(isOpen))
  return toggle
}

interface ListParts {
  readonly list: Element
  readonly outline: ReturnType<typeof createOutline>
}

/** The parts on the page, each with a button that shows it, and below them the others. */
function createLists(rows: readonly Row[], parts: ListParts): HTMLElement[] {
  const onPage = rows.filter(({ elements }) => elements.length > 0)
  const others = rows.filter(({ elements }) => elements.length === 0)
  const shown = onPage.map((row) => createItem(row, createShow(row, parts)))
  if (others.length === 0) return [create('ul', {}, shown)]
  const named = others.map((row) => createItem(row, create('strong', { textContent: row.name })))
  const heading = create('h3', { textContent: 'Not on this page' })
  return [create('ul', {}, shown), heading, create('ul', {}, named)]
}

function createItem({ release, team, arm, why }: Row, name: Element): HTMLElement {
  return create('li', {}, [
    name,
    create('p', {}, [create('code', { textContent: release }), team === null ? '' : ` · ${team}`]),
    create('p', { className: 'why' }, [create('span', { className: 'arm', textContent: `${arm}. ` }), why]),
  ])
}

/** The button that outlines a part of the page and scrolls to it. */
function createShow({ name, elements }: Row, { list, outline }: ListParts): HTMLElement {
  const button = create('button', { type: 'button', className: 'show', textContent: name })
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const isShown = button.getAttribute('aria-pressed') === 'true'
    for (const other of list.querySelectorAll('.show')) other.setAttribute('aria-pressed', 'false')
    button.setAttribute('aria-pressed', String(!isShown))
    outline.show(isShown ? [] : elements)
    if (!isShown) elements[0]?.scrollIntoView({ block: 'nearest' })
  })
  return button
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Creates an outline whose boxes are in `root` and follow the page. */
function createOutline(root: ShadowRoot) {
  let shown: readonly Element[] = []
  const place = () => {
    for (const box of root.querySelectorAll('.outline')) box.remove()
    for (const element of shown) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const box = document.createElement('div')
      box.className = 'outline'
      Object.assign(box.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      })
      root.append(box)
    }
  }
  addEventListener('scroll', place, { capture: true, passive: true })
  addEventListener('resize', place)
  return {
    /** Shows the boxes of these elements, and only those; none hides all. */
    show(elements: readonly Element[]) {
      shown = elements
      place()
    },
    stop() {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    },
  }
}

/**
 * Keeps an element at the bottom of the window above the preview banner, if there is one. The element's styles use
 * `--banner-height`.
 */
function stayAboveBanner(page: Document, element: HTMLElement) {
  let banner: HTMLElement | null = null
  let observer: ResizeObserver | undefined
  return {
    /** Call it when the page has changed: the banner appears after hydration. */
    update() {
      const current = page.getElementById(previewBannerId)
      if (current === banner) return
      banner = current
      observer?.disconnect()
      element.style.setProperty('--banner-height', '0px')
      if (current === null) return
      observer = new ResizeObserver(() =>
        element.style.setProperty('--banner-height', `${current.offsetHeight}px`),
      )
      observer.observe(current)
    },
    stop() {
      observer?.disconnect()
    },
  }
}
