import type { Values } from '@portico/kit/api/validate-values.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { prefersReducedMotion } from '@portico/kit/ui/reduced-motion.ts'
import { useEffect, useRef, useState } from 'react'
import { type Entry, getEntryName } from '../model/entry.ts'
import { useLazyModule } from '../ui/lazy-module.ts'
import { drawingModule } from './lazy-drawing.ts'
import styles from './preview.module.css'

/** An illustration of the styled text, labelled as such. Its animation can be paused. */
export function EffectPreview({ entry, values }: { readonly entry: Entry; readonly values: Values }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isAnimated = entry.row.output === 'gif'
  const [isPlaying, setPlaying] = useState(() => isAnimated && !prefersReducedMotion())
  const texts = [values.text ?? values.text_1 ?? '', values.text_2 ?? '']
  const [first = '', second = ''] = texts
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
        className={styles.effect}
        role="img"
        aria-label={`Illustration of “${texts.filter(Boolean).join(' ')}” in ${getEntryName(entry)}`}
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
