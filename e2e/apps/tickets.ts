import './tickets.css'
import { createElement, useEffect, useState, version } from 'react'
import { createRoot, type Root } from 'react-dom/client'

/** Whether this build fails as soon as it renders, and whether it leaves its timer behind. */
declare const isBroken: boolean
declare const isLeaky: boolean

interface RenderInfo {
  readonly dom: HTMLElement
  readonly basename: string
}

/** An application of a team that uses React 18, with a router of its own. */
function Tickets({ basename }: Pick<RenderInfo, 'basename'>) {
  if (isBroken) throw new Error('The tickets are broken.')
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const follow = () => setPath(location.pathname)
    const clock = setInterval(follow, 60_000)
    window.addEventListener('popstate', follow)
    return () => {
      if (!isLeaky) clearInterval(clock)
      window.removeEventListener('popstate', follow)
    }
  }, [])
  const open = (event: { preventDefault(): void }) => {
    event.preventDefault()
    history.pushState(null, '', `${basename}/2`)
    setPath(location.pathname)
  }
  return createElement(
    'div',
    { className: 'tickets' },
    createElement('h1', { tabIndex: -1 }, `Tickets of React ${version}`),
    createElement('p', null, `At ${path}`),
    createElement('a', { href: `${basename}/2`, onClick: open }, 'Second ticket'),
    ' ',
    createElement('a', { href: '/' }, 'Home'),
  )
}

/** What a bridge of Module Federation exports. */
export default function createApp() {
  const roots = new Map<HTMLElement, Root>()
  return {
    async render({ dom, basename }: RenderInfo) {
      const root = createRoot(dom)
      roots.set(dom, root)
      root.render(createElement(Tickets, { basename }))
    },
    destroy({ dom }: Pick<RenderInfo, 'dom'>) {
      roots.get(dom)?.unmount()
      roots.delete(dom)
    },
  }
}
