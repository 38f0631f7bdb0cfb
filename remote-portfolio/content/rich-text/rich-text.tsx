import type { Block, Inline } from '@portico/shared/content/blocks.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { Fragment, type ReactNode } from 'react'
import { Image } from '../image/image.tsx'
import styles from './rich-text.module.css'

/** A text of the owner. Its own headings are of the third level. */
export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return <div className={styles.blocks}>{blocks.map(drawBlock)}</div>
}

// A text does not change while it is shown, so that the number of a part is its name.
function drawBlock(block: Block, number: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={number}>{block.children.map(drawInline)}</p>
    case 'heading':
      return (
        <h3 key={number} className={styles.heading}>
          {block.children.map(drawInline)}
        </h3>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return <List key={number}>{block.items.map(drawItem)}</List>
    }
    case 'quote':
      return (
        <blockquote key={number} className={styles.quote}>
          {block.blocks.map(drawBlock)}
        </blockquote>
      )
    case 'code':
      return (
        <pre key={number} className={styles.code}>
          <code>{block.text}</code>
        </pre>
      )
    case 'image':
      return (
        <div key={number} className={styles.image}>
          <Image image={block.image} sizes="(width >= 60rem) 42rem, 92vw" />
        </div>
      )
  }
}

function drawItem(blocks: readonly Block[], number: number): ReactNode {
  const [only, ...others] = blocks
  const isLine = only?.kind === 'paragraph' && others.length === 0
  return <li key={number}>{isLine ? only.children.map(drawInline) : blocks.map(drawBlock)}</li>
}

function drawInline(part: Inline, number: number): ReactNode {
  if (typeof part === 'string') return <Fragment key={number}>{part}</Fragment>
  switch (part.kind) {
    case 'strong':
      return <strong key={number}>{part.children.map(drawInline)}</strong>
    case 'emphasis':
      return <em key={number}>{part.children.map(drawInline)}</em>
    case 'code':
      return <code key={number}>{part.text}</code>
    case 'break':
      return <br key={number} />
    case 'link':
      return part.to.startsWith('/') ? (
        <Link key={number} to={part.to}>
          {part.children.map(drawInline)}
        </Link>
      ) : (
        <a key={number} href={part.to}>
          {part.children.map(drawInline)}
        </a>
      )
  }
}
