import type { Block, Inline } from '@portico/shared/content/blocks.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { Fragment, type ReactNode } from 'react'
import { Image } from '../image/image.tsx'
import styles from './rich-text.module.css'

/** A text by the owner. Its headings are `h3`. */
export function RichText({ blocks }: { readonly blocks: readonly Block[] }) {
  return <div className={styles.blocks}>{blocks.map(renderBlock)}</div>
}

// A text does not change while it is shown, so an index is a stable key.
function renderBlock(block: Block, index: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={index}>{block.children.map(renderInline)}</p>
    case 'heading':
      return (
        <h3 key={index} className={styles.heading}>
          {block.children.map(renderInline)}
        </h3>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return <List key={index}>{block.items.map(renderItem)}</List>
    }
    case 'quote':
      return (
        <blockquote key={index} className={styles.quote}>
          {block.blocks.map(renderBlock)}
        </blockquote>
      )
    case 'code':
      return (
        <pre key={index} className={styles.code}>
          <code>{block.text}</code>
        </pre>
      )
    case 'image':
      return (
        <div key={index} className={styles.image}>
          <Image image={block.image} sizes="(width >= 60rem) 42rem, 92vw" />
        </div>
      )
  }
}

function renderItem(blocks: readonly Block[], index: number): ReactNode {
  const [only, ...others] = blocks
  const isLine = only?.kind === 'paragraph' && others.length === 0
  return <li key={index}>{isLine ? only.children.map(renderInline) : blocks.map(renderBlock)}</li>
}

function renderInline(part: Inline, index: number): ReactNode {
  if (typeof part === 'string') return <Fragment key={index}>{part}</Fragment>
  switch (part.kind) {
    case 'strong':
      return <strong key={index}>{part.children.map(renderInline)}</strong>
    case 'emphasis':
      return <em key={index}>{part.children.map(renderInline)}</em>
    case 'code':
      return <code key={index}>{part.text}</code>
    case 'break':
      return <br key={index} />
    case 'link':
      return part.to.startsWith('/') ? (
        <Link key={index} to={part.to}>
          {part.children.map(renderInline)}
        </Link>
      ) : (
        <a key={index} href={part.to}>
          {part.children.map(renderInline)}
        </a>
      )
  }
}
