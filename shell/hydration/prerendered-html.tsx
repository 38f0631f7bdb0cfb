import { useLayoutEffect, useRef, useState } from 'react'
import styles from './prerendered-html.module.css'

/**
 * Restores prerendered HTML that React has removed, before the next paint: the same elements, with their input and the
 * focus.
 */
export function PrerenderedHtml({ nodes }: { nodes: readonly ChildNode[] }) {
  const container = useRef<HTMLDivElement>(null)
  // While this is rendered, the page is still in the document.
  const [focused] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    container.current?.replaceChildren(...nodes)
    if (focused instanceof HTMLElement && container.current?.contains(focused))
      focused.focus({ preventScroll: true })
  }, [nodes, focused])
  return <div ref={container} className={styles.html} />
}
