import { type Color, parseChannels, parseHex } from '@portico/kit/api/parse-color.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { prefersReducedMotion } from '@portico/kit/ui/reduced-motion.ts'
import { useEffect, useRef, useState } from 'react'
import { getPreviewKind } from '../data/preview-kind.ts'
import { type Entry, getEntryName } from '../model/entry.ts'
import { useLazyModule } from '../ui/lazy-module.ts'
import { applyAllStyles } from './apply-all-styles.ts'
import { ImageEditPreview } from './image-edit-preview.tsx'
import { drawingModule } from './lazy-drawing.ts'
import { parseNamedColor } from './parse-named-color.ts'
import styles from './preview.module.css'
import { StyledSample } from './styled-sample.tsx'

interface PreviewProps {
  readonly entry: Entry
  readonly values: Values
  /** The visitor's own image, or null; undefined: the request takes none, so the preview itself offers to choose one. */
  readonly image: File | null | undefined
}

/** The result for the current values, computed in the browser before any request. */
export function Preview({ entry, values, image }: PreviewProps) {
  const kind = getPreviewKind(entry)
  const texts = [values.text ?? values.text_1 ?? '', values.text_2 ?? ''] as const
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2 className={styles.heading}>Preview</h2>
      {kind === 'text-styles' && <StyleGallery entry={entry} text={values.text ?? ''} />}
      {kind === 'image-edit' && <ImageEditPreview row={entry.row} values={values} image={image} />}
      {kind === 'color' && <ColorPreview values={values} />}
      {kind === 'frame' && (
        <Illustration entry={entry} subject="a photo" texts={['', '']} className={styles.frame} />
      )}
      {kind === 'effect' && (
        <Illustration
          entry={entry}
          subject={`“${texts.filter(Boolean).join(' ')}”`}
          texts={texts}
          className={styles.effect}
        />
      )}
    </section>
  )
}

function ColorPreview({ values }: { readonly values: Values }) {
  const color = parseColor(values)
  if (color === null) return <p className={styles.note}>Enter a valid colour to see it here.</p>
  const [red, green, blue, opacity] = color
  const css = `rgb(${red} ${green} ${blue} / ${opacity})`
  return (
    <>
      <p className={styles.note}>The image is this one colour.</p>
      <div
        className={styles.swatch}
        role="img"
        aria-label={`The colour ${css}`}
        style={{ backgroundColor: css }}
      />
    </>
  )
}

function parseColor({ color = '', hex = '', rgb = '', rgba = '' }: Values): Color | null {
  if (hex !== '') return parseHex(hex)
  if (rgb !== '') return parseChannels(rgb, 3)
  if (rgba !== '') return parseChannels(rgba, 4)
  return parseNamedColor(color)
}

interface IllustrationProps {
  readonly entry: Entry
  /** What is in it, as it is called. */
  readonly subject: string
  readonly texts: readonly [string, string]
  readonly className: string | undefined
}

/** An illustration of styled text or of a framed photo, labelled as such. Its animation can be paused. */
function Illustration({ entry, subject, texts: [first, second], className }: IllustrationProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isAnimated = entry.row.output === 'gif'
  const [isPlaying, setPlaying] = useState(() => isAnimated && !prefersReducedMotion())
  const drawing = useLazyModule(drawingModule)
  const drawIllustration = drawing.status === 'loaded' ? drawing.module.drawIllustration : null
  useEffect(() => {
    const element = canvas.current
    if (element === null || drawIllustration === null) return
    if (!isPlaying) {
      drawIllustration(element, entry, { texts: [first, second], phase: 0 })
      return
    }
    let frame = requestAnimationFrame(function draw(now) {
      drawIllustration(element, entry, { texts: [first, second], phase: (now % cycleMs) / cycleMs })
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [drawIllustration, entry, isPlaying, first, second])
  return (
    <>
      <p className={styles.note}>Illustration only. Send the request to see the real image.</p>
      <canvas
        ref={canvas}
        className={className}
        role="img"
        aria-label={`Illustration of ${subject} in ${getEntryName(entry)}`}
      />
      {isAnimated && (
        <p className={styles.controls}>
          <Button tone="secondary" size="small" onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? 'Stop preview' : 'Play preview'}
          </Button>
        </p>
      )}
    </>
  )
}

/** Duration of a colour cycle in ms: slow, so that nothing flashes. */
const cycleMs = 4000

/** A text in every text style, each with a copy button; a variant shows only its own. */
function StyleGallery({ entry, text }: { readonly entry: Entry; readonly text: string }) {
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
