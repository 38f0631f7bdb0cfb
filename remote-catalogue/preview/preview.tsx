import type { Values } from '@portico/shared/api/validate-values.ts'
import type { Entry } from '../entries/entry.ts'
import { ColourPreview } from './colour-preview.tsx'
import { ContactSheet } from './contact-sheet.tsx'
import { EditPreview } from './edit-preview.tsx'
import styles from './preview.module.css'
import { previewKind } from './preview-kind.ts'
import { TextLikeness } from './text-likeness.tsx'

interface PreviewProps {
  readonly entry: Entry
  readonly values: Values
}

/** What the operation makes of the values, worked out in the page before any call. */
export function Preview({ entry, values }: PreviewProps) {
  const kind = previewKind(entry)
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2 className={styles.heading}>Before the call</h2>
      {kind === 'letters' && <ContactSheet entry={entry} text={values.text ?? ''} />}
      {kind === 'edit' && <EditPreview row={entry.row} values={values} />}
      {kind === 'colour' && <ColourPreview values={values} />}
      {kind === 'likeness' && <TextLikeness entry={entry} values={values} />}
    </section>
  )
}
