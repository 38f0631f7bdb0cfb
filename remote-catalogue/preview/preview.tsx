import type { Values } from '@portico/shared/api/validate-values.ts'
import type { Entry } from '../model/entry.ts'
import { ColourPreview } from './color-preview.tsx'
import { TextLikeness } from './effect-preview.tsx'
import { EditPreview } from './image-edit-preview.tsx'
import styles from './preview.module.css'
import { previewKind } from './preview-kind.ts'
import { ContactSheet } from './style-gallery.tsx'

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
