import { type ReactNode, useRef } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './styled-sample.module.css'

interface StyledSampleProps {
  /** Name of the style. */
  readonly name: string
  readonly text: string
  /** The text before it was styled, for screen readers. */
  readonly plain: string
  /** Shown instead of the name, for example a link. */
  readonly children?: ReactNode
}

/** A text in one text style, with a copy button. */
export function StyledSample({ name, text, plain, children }: StyledSampleProps) {
  const box = useRef<HTMLSpanElement>(null)
  return (
    <div className={styles.sample}>
      <span className={styles.name}>{children ?? name}</span>
      <span ref={box} className={styles.text}>
        <VisuallyHidden>{plain}</VisuallyHidden>
        <span aria-hidden="true">{text}</span>
      </span>
      <CopyButton
        text={text}
        name={`the text in ${name}`}
        onBlocked={() => box.current && getSelection()?.selectAllChildren(box.current)}
      />
    </div>
  )
}
