import type { Values } from '@portico/kit/api/validate-values.ts'
import { getPreviewKind } from '../data/preview-kind.ts'
import type { Entry } from '../model/entry.ts'
import { ColorPreview } from './color-preview.tsx'
import { EffectPreview } from './effect-preview.tsx'
import { FramePreview } from './frame-preview.tsx'
import { ImageEditPreview } from './image-edit-preview.tsx'
import styles from './preview.module.css'
import { StyleGallery } from './style-gallery.tsx'

interface PreviewProps {
  readonly entry: Entry
  readonly values: Values
  /** The visitor's own image, or null; undefined: the request takes none, so the preview itself offers to choose one. */
  readonly image: File | null | undefined
}

/** The result for the current values, computed in the browser before any request. */
export function Preview({ entry, values, image }: PreviewProps) {
  const kind = getPreviewKind(entry)
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2 className={styles.heading}>Preview</h2>
      {kind === 'text-styles' && <StyleGallery entry={entry} text={values.text ?? ''} />}
      {kind === 'image-edit' && <ImageEditPreview row={entry.row} values={values} image={image} />}
      {kind === 'color' && <ColorPreview values={values} />}
      {kind === 'frame' && <FramePreview entry={entry} />}
      {kind === 'effect' && <EffectPreview entry={entry} values={values} />}
    </section>
  )
}
