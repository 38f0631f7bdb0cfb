import type { Block } from '@portico/kit/content/blocks.ts'
import { type ElementMaker, renderBlocks } from '@portico/kit/content/rich-text.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { renderOwnerText } from '@portico/kit/site/owner-marks.ts'
import { createElement, Fragment, type ReactNode } from 'react'
import styles from './rich-text.module.css'

// Children are arguments, so no element needs a key: a text does not change while it is shown.
const react: ElementMaker<ReactNode> = {
  element: (tag, attributes, children) => createElement(tag, attributes, ...children),
  pageLink: (to, children) => createElement(Link, { to }, ...children),
  text: (text) => text,
}

/** A text by the owner. Its headings are `h3`. */
export function RichText({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className={styles.blocks}>
      {renderOwnerText(blocks, (shown) => createElement(Fragment, null, ...renderBlocks(shown, react)))}
    </div>
  )
}
