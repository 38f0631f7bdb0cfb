import { applyTextStyle } from '@portico/kit/api/apply-text-style.ts'
import type { Row } from '../data/schema.ts'
import { textStyles } from '../data/text-styles.ts'

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
    const style = textStyles[value]
    return style && variants?.sampleText !== undefined
      ? [{ value, name, text: applyTextStyle(text, style) }]
      : []
  })
}
