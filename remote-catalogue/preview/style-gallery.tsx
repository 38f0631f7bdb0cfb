import { useRef } from 'react'
import type { Entry } from '../model/entry.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { applyAllStyles, type StyledText } from './apply-all-styles.ts'
import styles from './preview.module.css'

/** A text in every letter style, each with a copy button; a variant shows only its own. */
export function StyleGallery({ entry, text }: { readonly entry: Entry; readonly text: string }) {
  const all = applyAllStyles(entry.row, text)
  const shown = entry.variant ? all.filter(({ value }) => value === entry.variant?.value) : all
  return (
    <>
      <p className={styles.note}>
        Exactly what the endpoint returns. Screen readers misread or skip these letters, so use them for
        decoration only.
      </p>
      <ul className={styles.gallery}>
        {shown.map((styled) => (
          <Sample key={styled.value} styled={styled} plain={text} />
        ))}
      </ul>
    </>
  )
}

function Sample({ styled, plain }: { readonly styled: StyledText; readonly plain: string }) {
  const box = useRef<HTMLSpanElement>(null)
  return (
    <li className={styles.sample}>
      <span className={styles.name}>{styled.name}</span>
      <span ref={box} className={styles.styled}>
        <VisuallyHidden>{plain}</VisuallyHidden>
        <span aria-hidden="true">{styled.text}</span>
      </span>
      <CopyButton
        text={styled.text}
        name={`the text in ${styled.name}`}
        onBlocked={() => box.current && getSelection()?.selectAllChildren(box.current)}
      />
    </li>
  )
}
