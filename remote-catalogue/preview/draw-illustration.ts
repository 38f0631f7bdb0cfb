import { getPreviewKind } from '../data/preview-kind.ts'
import type { Entry } from '../model/entry.ts'
import { drawEffect, type Effect } from './draw-effect.ts'
import { drawFrame } from './draw-frame.ts'

/** Draws what a request for `entry` may return: a framed photo, or the texts in its style. */
export function drawIllustration(
  canvas: HTMLCanvasElement,
  entry: Entry,
  effect: Omit<Effect, 'styleName'>,
): void {
  if (getPreviewKind(entry) === 'frame') drawFrame(canvas, entry)
  else drawEffect(canvas, { ...effect, styleName: getStyleName(entry) })
}

/** The name by which an effect is drawn: those of the style and of its group, in lower case. */
function getStyleName({ row, variant }: Pick<Entry, 'row' | 'variant'>): string {
  const first = row.variants?.items[0]
  return `${variant?.name ?? first?.name ?? ''} ${row.name}`.toLowerCase()
}
