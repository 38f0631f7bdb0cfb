import { applyLetterStyle } from '@portico/shared/api/apply-letter-style.ts'
import { letterStyles } from '../data/letter-styles.ts'
import type { Row } from '../data/schema.ts'

/** A text in one of the fancy styles. */
export interface StyledText {
  /** The value that selects the style in a request. */
  readonly value: number | string
  readonly name: string
  readonly text: string
}

/** The text in every style of a row, in order; empty for a row without styles. */
export function applyAllStyles({ variants }: Row, text: string): StyledText[] {
  return (variants?.items ?? []).flatMap(({ value, name }) => {
    const style = letterStyles[value]
    return style && variants?.sampleText !== undefined
      ? [{ value, name, text: applyLetterStyle(text, style) }]
      : []
  })
}
