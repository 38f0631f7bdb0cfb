import { useEffect, useRef } from 'react'
import { type Entry, getEntryName } from '../model/entry.ts'
import { useLazyModule } from '../ui/lazy-module.ts'
import { drawingModule } from './lazy-drawing.ts'
import styles from './preview.module.css'

/** An illustration of a framed photo, labelled as such. */
export function FramePreview({ entry }: { readonly entry: Entry }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useLazyModule(drawingModule)
  useEffect(() => {
    if (canvas.current === null || drawing.status !== 'loaded') return
    drawing.module.drawIllustration(canvas.current, entry, { texts: ['', ''], phase: 0 })
  }, [drawing, entry])
  return (
    <>
      <p className={styles.note}>Illustration only. Send the request to see the real image.</p>
      <canvas
        ref={canvas}
        className={styles.frame}
        role="img"
        aria-label={`Illustration of a photo in ${getEntryName(entry)}`}
      />
    </>
  )
}
