/// <reference path="lucide-icons.d.ts" preserve="true" />
import { createElement } from 'react'
import styles from './icon.module.css'

/** A drawing on a grid of 24 as Lucide's data describes it: `import copyIcon from '@lucide/icons/icons/copy'`. */
export interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

interface IconProps {
  readonly icon: IconData
  readonly className?: string | undefined
}

/** A line icon next to a text that says the same, so it has no accessible name. */
export function Icon({ icon, className = '' }: IconProps) {
  const frame = { viewBox: '0 0 24 24', className: `${styles.icon} ${className}`, 'aria-hidden': true }
  return createElement('svg', frame, ...icon.node.map(([tag, attributes]) => createElement(tag, attributes)))
}
