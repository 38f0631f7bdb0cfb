import type { Entry } from '../model/entry.ts'
import { applyAllStyles } from './apply-all-styles.ts'
import styles from './preview.module.css'
import { StyledSample } from './styled-sample.tsx'

/** A text in every text style, each with a copy button; a variant shows only its own. */
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
        {shown.map(({ value, name, text: styled }) => (
          <li key={value}>
            <StyledSample name={name} text={styled} plain={text} />
          </li>
        ))}
      </ul>
    </>
  )
}
