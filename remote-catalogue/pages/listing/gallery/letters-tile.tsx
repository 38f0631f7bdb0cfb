import { applyTextStyle } from '@portico/kit/api/apply-text-style.ts'
import type { ReactNode } from 'react'
import { textStyles } from '../../../data/text-styles.ts'
import { type Entry, getEntryName } from '../../../model/entry.ts'
import { StyledSample } from '../../../preview/styled-sample.tsx'

interface LettersTileProps {
  readonly entry: Entry
  readonly text: string
  /** The link that opens the entry. */
  readonly children: ReactNode
}

/** A text in the text style of an entry. */
export function LettersTile({ entry, text, children }: LettersTileProps) {
  const style = textStyles[entry.variant?.value ?? ''] ?? {}
  return (
    <StyledSample name={getEntryName(entry)} text={applyTextStyle(text, style)} plain={text}>
      {children}
    </StyledSample>
  )
}
