import type { Values } from '@portico/kit/api/validate-values.ts'
import { useEffect, useId, useRef, useState } from 'react'
import type { Row } from '../data/schema.ts'
import { FileInput } from '../ui/file-input.tsx'
import { getImageEdit } from './get-image-edit.ts'
import { parseNamedColor } from './parse-named-color.ts'
import styles from './preview.module.css'
import { drawSampleScene } from './sample-scene.ts'

/** Larger images are scaled down, so that every edit fits in a frame. */
const maxSide = 320

interface ImageEditPreviewProps {
  readonly row: Row
  readonly values: Values
  /** The visitor's own image, or null; undefined: it is chosen here. */
  readonly image: File | null | undefined
}

/** An image before and after the edit. Computed in the browser. */
export function ImageEditPreview({ row, values, image }: ImageEditPreviewProps) {
  const [chosen, setChosen] = useState<File | null>(null)
  const { bitmap, isUnreadable } = useBitmap(image ?? chosen)
  const before = useRef<HTMLCanvasElement>(null)
  const after = useRef<HTMLCanvasElement>(null)
  const id = useId()
  const edit = getImageEdit(row, values, parseNamedColor)
  useEffect(() => {
    if (before.current === null || after.current === null) return
    if (bitmap === null) drawSampleScene(before.current)
    else drawImage(before.current, bitmap)
    drawEdited(before.current, after.current, edit)
  })
  return (
    <>
      <p className={styles.note}>
        Computed in your browser: a preview, not the API’s output.
        {image === undefined && ' Your own image never leaves this page.'}
      </p>
      {image === undefined && (
        <p className={styles.file}>
          <label htmlFor={id}>Use my own image</label>
          <FileInput
            id={id}
            accept="image/*"
            onChange={({ target }) => setChosen(target.files?.[0] ?? null)}
          />
        </p>
      )}
      {isUnreadable && <p role="alert">Your browser can’t read this image. Choose a PNG, JPEG or WebP.</p>}
      <div className={styles.pair}>
        <figure>
          <canvas ref={before} role="img" aria-label="Before" />
          <figcaption>Before</figcaption>
        </figure>
        <figure>
          <canvas ref={after} role="img" aria-label={`After ${row.name}`} />
          <figcaption>{edit ? 'After' : 'Fix the values to see the result'}</figcaption>
        </figure>
      </div>
    </>
  )
}

/** The pixels of an image file; null until they are read. */
function useBitmap(file: File | null) {
  const [state, setState] = useState<{
    readonly file: File | null
    readonly bitmap: ImageBitmap | null
    readonly isUnreadable: boolean
  }>({ file: null, bitmap: null, isUnreadable: false })
  useEffect(() => {
    if (file === null) return
    let isCurrent = true
    createImageBitmap(file).then(
      (bitmap) => isCurrent && setState({ file, bitmap, isUnreadable: false }),
      () => isCurrent && setState({ file, bitmap: null, isUnreadable: true }),
    )
    return () => {
      isCurrent = false
    }
  }, [file])
  return state.file === file ? state : { bitmap: null, isUnreadable: false }
}

function drawImage(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
}

function drawEdited(
  before: HTMLCanvasElement,
  after: HTMLCanvasElement,
  edit: ReturnType<typeof getImageEdit>,
): void {
  const scale = edit?.scale ?? 1
  after.width = Math.max(1, Math.round(before.width * scale))
  after.height = Math.max(1, Math.round(before.height * scale))
  const context = after.getContext('2d')
  if (context === null) return
  context.drawImage(before, 0, 0, after.width, after.height)
  if (!edit?.pixels) return
  const image = context.getImageData(0, 0, after.width, after.height)
  edit.pixels(image.data)
  context.putImageData(image, 0, 0)
}
